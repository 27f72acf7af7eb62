" dmc models are *.dmc, and *.d where the text looks like one: other languages use this ending, too.
function! s:looks_like_dmc() abort
  for line in getline(1, 200)
    if line =~# '^//!\s*\(expect\|options\|sync\)\>' || line =~# '^\s*\(daemon\s\+\)\?Thread\>' || line =~# '^\s*import\s\+std\.\(sync\|queue\|net\)\>'
      return 1
    endif
  endfor
  return getline(1) =~# '^\s*<"'
endfunction
autocmd BufRead,BufNewFile *.dmc setlocal filetype=dmc
autocmd BufRead,BufNewFile *.d if s:looks_like_dmc() | setlocal filetype=dmc | endif
