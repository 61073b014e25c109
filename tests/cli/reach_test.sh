# Tests `carom region --law`: the impulses that laws reach over their coefficients, as text, JSON, CSV and pictures.
. "$(dirname "$0")/expect.sh"
W='1 0.45; 0.45 1.1'
v='-1 -0.65'

run 0 region --law all --mu 0.55 --W "$W" --v "$v"; silent_err
out_like '^  area +1\.27056  \(N s\)\^2'; out_like 'chatterjee2 +r_n, r_t +an area +35\.075 %'
out_like 'whittaker .* gains energy'; out_like 'bilinear +e_n, e_t +nothing'; out_like 'G +1\.79944 +0\.445682'
run 0 region --law chatterjee2 --mu 0.55 --W "$W" --v "$v"; out '35.075 %'
run 0 region --law glocker --mu 0.55 --W "$W" --v "$v"
run 0 region --law chatterjee2 --r_t 0.5 --mu 0.55 --W "$W" --v "$v"; out_like '^  chatterjee2 +r_n +a curve'
run 0 region --law smith --mu 0.55 --W "$W" --v "$v" --csv; out 'e,P_n,P_t'; out '0,0.8199809685'
run 0 region --law chatterjee3 --mu 0.55 --W "$W" --v "$v" --json; lines 1; out '"exact":true'; out '"outline":[['
run 0 region --law all --mu 0.55 --W "$W" --v "$v" --json; out '"letters":[{"letter":"A","P":[1.3289036544850'
run 3 region --law all --W "$W" --v "$v"; code coefficient-missing 'mu'
run 0 region --law all --mu 0 --W "$W" --v "$v"; out_like '^  area +0 '
run 0 region --law all --mu 0.15 --W '4 2 0; 2 6 -2; 0 -2 4' --v '-2.92 -1 0'; out_like '^  volume +0\.062341'; out_like 'smith +e +a curve'
run 3 region --law smith --s1 0.5 --mu 0.5 --W "$W" --v "$v"; silent_out
run 3 region --law all --mu -1 --W "$W" --v "$v"; silent_out
run 3 region --law smth --mu 0.5 --W "$W" --v "$v"; err '"smith"'

# The surface of the accessible region in 3D has three faces with common edges. Pictures are tested too.
run 0 region --mu 0.15 --W '4 2 0; 2 6 -2; 0 -2 4' --v '-2.92 -1 0' --mesh; lines 2848; out 'face,around,across,P_n,P_t1,P_t2'
run 0 region --mu 0.15 --W '4 2 0; 2 6 -2; 0 -2 4' --v '-2.92 -1 0' --mesh --json; out '"corner_curves":{'; out '"volume":0.06234'
run 2 region --mu 0.5 --W "$W" --v "$v" --mesh; silent_out
run 0 draw --reach --law chatterjee1 --mu 0.55 --W "$W" --v "$v" --csv; out '"reached over r_n, r_t"'; out '1,G,'
run 0 draw --reach --law routh --mu 0.15 --W '4 2 0; 2 6 -2; 0 -2 4' --v '-2.92 -1 0' --csv; out '2,limiting friction,'
run 2 draw --reach --law routh --mu 0 --W '4 2 0; 2 6 -2; 0 -2 4' --v '-2.92 -1 0' --csv
finish
