# Draws lines SERIES X Y as curves, both axes logarithmic: awk -v title=T -v xlabel=X -v ylabel=Y -f bench/plot.awk POINTS. Writes an SVG
# that needs no other file; the series are named at the end of their curves, in the order of the input.
function log10(v) { return log(v) / log(10) }
function px(v) { return left + (log10(v) - x0) * wide / (x1 - x0) }
function py(v) { return top + high - (log10(v) - y0) * high / (y1 - y0) }
function floor(v,  i) { i = int(v); return i > v ? i - 1 : i }
function ten(i) { return i >= 0 && i < 4 ? 10 ^ i : "10<tspan dy=\"-5\" font-size=\"9\">" i "</tspan>" }
function widen(v, axis,  l) {
  l = log10(v)
  if (axis == "x") { if (!seenx || l < x0) x0 = l; if (!seenx || l > x1) x1 = l; seenx = 1 }
  else { if (!seeny || l < y0) y0 = l; if (!seeny || l > y1) y1 = l; seeny = 1 }
}
BEGIN {
  left = 70; top = 40; wide = 480; high = 380
  split("#1b7837 #2166ac #b2182b #762a83 #d95f02 #01665e #8c510a #525252", colour, " ")
}
$2 > 0 && $3 > 0 {
  if (!($1 in points)) name[++series] = $1
  k = ++points[$1]
  x[$1, k] = $2; y[$1, k] = $3
  widen($2, "x"); widen($3, "y")
}
END {
  x0 = floor(x0); y0 = floor(y0); x1 = floor(x1 - 1e-9) + 1; y1 = floor(y1 - 1e-9) + 1
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"490\" viewBox=\"0 0 720 490\""
  print "  font-family=\"sans-serif\" font-size=\"12\">"
  printf "<title>%s</title>\n<rect width=\"720\" height=\"490\" fill=\"white\"/>\n", title
  printf "<text x=\"%d\" y=\"22\" font-size=\"15\">%s</text>\n", left, title
  print "<g stroke=\"#ddd\">"
  for (i = x0; i <= x1; i++) printf "<path d=\"M%.1f %dV%d\"/>\n", px(10 ^ i), top, top + high
  for (i = y0; i <= y1; i++) printf "<path d=\"M%d %.1fH%d\"/>\n", left, py(10 ^ i), left + wide
  printf "</g>\n<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"black\"/>\n", left, top, wide, high
  print "<g text-anchor=\"middle\">"
  for (i = x0; i <= x1; i++) printf "<text x=\"%.1f\" y=\"%d\">%s</text>\n", px(10 ^ i), top + high + 18, ten(i)
  printf "<text x=\"%d\" y=\"%d\">%s</text>\n", left + wide / 2, top + high + 42, xlabel
  printf "<text transform=\"translate(18 %d) rotate(-90)\">%s</text>\n</g>\n<g text-anchor=\"end\">\n", top + high / 2, ylabel
  for (i = y0; i <= y1; i++) printf "<text x=\"%d\" y=\"%.1f\">%s</text>\n", left - 6, py(10 ^ i) + 4, ten(i)
  print "</g>"
  for (s = 1; s <= series; s++) {
    n = name[s]; c = colour[(s - 1) % 8 + 1]; d = ""
    for (k = 1; k <= points[n]; k++) d = d sprintf("%s%.1f %.1f", k == 1 ? "M" : "L", px(x[n, k]), py(y[n, k]))
    printf "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>\n", d, c
    for (k = 1; k <= points[n]; k++) printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>\n", px(x[n, k]), py(y[n, k]), c
    end[s] = py(y[n, points[n]]) + 4; at[s] = s
  }
  for (i = 2; i <= series; i++) for (j = i; j > 1 && end[at[j]] < end[at[j - 1]]; j--) { t = at[j]; at[j] = at[j - 1]; at[j - 1] = t }
  for (i = 1; i <= series; i++) {                    # names keep a line's distance
    s = at[i]
    if (i > 1 && end[s] < below + 14) end[s] = below + 14
    below = end[s]
    printf "<text x=\"%d\" y=\"%.1f\" fill=\"%s\">%s</text>\n", left + wide + 8, end[s], colour[(s - 1) % 8 + 1], name[s]
  }
  print "</svg>"
}
