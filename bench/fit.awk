# Lines SERIES X Y: for each series, `SERIES b all c last n points x1 xn`: the exponent b of Y = a X^b by least squares on logarithms over
# all points, and the exponent c between the two largest. Points that are not above zero are left out. `-` where there are too few.
$2 > 0 && $3 > 0 {
  if (!($1 in n)) order[++count] = $1
  x = log($2); y = log($3)
  if (!($1 in n)) from[$1] = $2
  px[$1] = lx[$1]; py[$1] = ly[$1]; lx[$1] = x; ly[$1] = y; to[$1] = $2
  n[$1]++; sx[$1] += x; sy[$1] += y; sxx[$1] += x * x; sxy[$1] += x * y
}
END {
  for (i = 1; i <= count; i++) {
    s = order[i]
    d = n[s] * sxx[s] - sx[s] * sx[s]
    if (n[s] < 2 || d < 1e-9) { print s, "-", "-", n[s], from[s], to[s]; continue }
    printf "%s %.2f %.2f %d %s %s\n", s, (n[s] * sxy[s] - sx[s] * sy[s]) / d, (ly[s] - py[s]) / (lx[s] - px[s]), n[s], from[s], to[s]
  }
}
