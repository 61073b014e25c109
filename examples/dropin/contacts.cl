// One impact per work item: Routh's law with Poisson's restitution, in double.
// The host puts carom_inline.h in front of this file.
kernel void solve(global const double *W, global const double *v, double e, double mu, global double *P,
                  global uchar *mode) {
    const size_t i = get_global_id(0);
    const carom_inline_answer2 x =
        carom_inline_routh_poisson_2d(W[3 * i], W[3 * i + 1], W[3 * i + 2], v[2 * i], v[2 * i + 1], e, mu);
    P[2 * i] = x.Pn;
    P[2 * i + 1] = x.Pt;
    mode[i] = (uchar)x.mode; // CAROM_INLINE_UNSOLVED: solve it with carom_collide
}
