# Draws figure 11: reads lines "taken clients seed nodes-of-pset+sleep nodes-of-full+sleep" (- for a search that was cut), writes an SVG.
# Both axes are logarithmic; points below the diagonal are models on which full+sleep has fewer nodes.
function at(v) { return log(v) / log(10) * decade }
function x(v) { return left + at(v) }
function y(v) { return top + side - at(v) }
function label(v) { return v < 1e4 ? v "" : "10<tspan dy=\"-5\" font-size=\"9\">" int(log(v) / log(10) + 0.5) "</tspan>" }
BEGIN { colour[1] = "#1b7837"; colour[2] = "#2166ac"; colour[3] = "#b2182b"; left = 70; top = 20; side = 520 }
{
  n++
  taken[n] = $1; p[n] = $4; f[n] = $5
  if ($4 != "-" && $4 > most) most = $4
  if ($5 != "-" && $5 > most) most = $5
}
END {
  for (decades = 1; 10 ^ decades < most; decades++);
  decade = side / decades
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"660\" height=\"600\" viewBox=\"0 0 660 600\" font-family=\"sans-serif\" font-size=\"12\">"
  print "<title>multilocks: nodes of pset+sleep against nodes of full+sleep</title>"
  print "<rect width=\"660\" height=\"600\" fill=\"white\"/>"
  print "<g stroke=\"#ddd\">"
  for (i = 0; i <= decades; i++) {
    v = 10 ^ i
    printf "<path d=\"M%.1f %.1fV%.1fM%.1f %.1fH%.1f\"/>\n", x(v), top, top + side, left, y(v), left + side
  }
  print "</g>"
  printf "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#888\" stroke-dasharray=\"6 4\"/>\n", left, top + side, left + side, top
  printf "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"black\"/>\n", left, top, side, side
  print "<g text-anchor=\"middle\">"
  for (i = 0; i <= decades; i++) printf "<text x=\"%.1f\" y=\"%d\">%s</text>\n", x(10 ^ i), top + side + 18, label(10 ^ i)
  printf "<text x=\"%d\" y=\"%d\">nodes of pset+sleep</text>\n", left + side / 2, top + side + 42
  printf "<text transform=\"translate(18 %d) rotate(-90)\">nodes of full+sleep</text>\n", top + side / 2
  print "</g>\n<g text-anchor=\"end\">"
  for (i = 0; i <= decades; i++) printf "<text x=\"%d\" y=\"%.1f\">%s</text>\n", left - 6, y(10 ^ i) + 4, label(10 ^ i)
  print "</g>"
  for (t = 1; t <= 3; t++) {
    printf "<g fill=\"%s\" fill-opacity=\"0.45\" stroke=\"%s\" stroke-opacity=\"0.8\" stroke-width=\"0.5\">\n", colour[t], colour[t]
    for (i = 1; i <= n; i++) {
      if (taken[i] != t || f[i] == "-") continue
      if (p[i] == "-") { cut++; printf "<path d=\"M%.1f %.1fl6 -3v6z\"/>\n", left + side + 4, y(f[i]) }
      else printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n", x(p[i]), y(f[i])
    }
    printf "<circle cx=\"%d\" cy=\"%d\" r=\"4\"/></g>\n", left + 16, top + 18 * t
    printf "<text x=\"%d\" y=\"%d\">%d %s taken</text>\n", left + 26, top + 18 * t + 4, t, t == 1 ? "lock" : "locks"
  }
  if (cut) printf "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" font-size=\"10\">right of the frame: pset+sleep was cut</text>\n", left + side - 6, top + side - 8
  print "</svg>"
}
