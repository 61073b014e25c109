// The types and functions of compliant contacts. carom/compliant.h adds the contact models as constants.
#ifndef CAROM_COMPLIANT_BASE_H
#define CAROM_COMPLIANT_BASE_H

#include "carom/many.h"
#include "carom/module.h"

#if defined(CAROM_BUILDING_COMPLIANT)
#define CAROM_COMPLIANT_API CAROM_EXPORT
#else
#define CAROM_COMPLIANT_API CAROM_IMPORT
#endif

CAROM_BEGIN

// The devices' own parameters: CAROM_PARAM_kn is a number like CAROM_PARAM_mu, for sets and for columns of a batch, and
// CAROM_OWN(kn) is its place in carom_params.own:
//   p.own[CAROM_OWN(kn)] = 1e6;
enum carom_compliant_param {
#define CAROM_PARAM(number, field, ...) CAROM_PARAM_##field = number,
#include "carom/compliant_params.def"
#undef CAROM_PARAM
};

// `type`: how a bilinear contact spring unloads (Chatterjee 1997, fig. 8.4).
typedef enum carom_unloading {
    CAROM_TYPE_1 = 0, // stiffer, k/e^2: no jump of the force, a dent is left
    CAROM_TYPE_2 = 1  // softer, e^2 k: the force drops at greatest compression, no dent
} carom_unloading;

// `dead`: what the contact mass of a split mass does first.
typedef enum carom_dead {
    CAROM_DEAD_ROUTH = 0,    // Routh's impact with e = 0
    CAROM_DEAD_WHITTAKER = 1 // Kane & Levinson's
} carom_dead;

// `tension`: what ends a contact whose dashpot would pull the bodies together as they part.
typedef enum carom_tension {
    CAROM_TENSION_CUT = 0,    // it ends when the force has fallen to zero, inside the overlap
    CAROM_TENSION_ALLOWED = 1 // it pulls until the overlap has closed; friction is then bounded by mu |N|
} carom_tension;

// `factor`: the damping factor a(e) of hunt-crossley, by author. All but `exact` return another e than they are given.
//   CAROM_FACTOR(number, ID, name)
#define CAROM_FACTORS                                                                                                  \
    CAROM_FACTOR(0, EXACT, "exact")                             /* root of a (1+e) = ln((1+a)/(1-a e)) */              \
    CAROM_FACTOR(1, HUNT_CROSSLEY, "hunt-crossley")             /* 1975: 3 (1-e)/2 */                                  \
    CAROM_FACTOR(2, HERBERT_MCWHANNELL, "herbert-mcwhannell")   /* 1977: 6 (1-e)/((2e-1)^2+3) */                       \
    CAROM_FACTOR(3, LEE_WANG, "lee-wang")                       /* 1983: 3 (1-e)/4 */                                  \
    CAROM_FACTOR(4, LANKARANI_NIKRAVESH, "lankarani-nikravesh") /* 1990: 3 (1-e^2)/4 */                                \
    CAROM_FACTOR(5, GONTHIER, "gonthier")                       /* 2004: (1-e^2)/e */                                  \
    CAROM_FACTOR(6, ZHIYING_QISHAO, "zhiying-qishao")           /* 2006: 3 (1-e^2) exp(2(1-e))/4 */                    \
    CAROM_FACTOR(7, FLORES, "flores")                           /* 2011: 8 (1-e)/(5e) */                               \
    CAROM_FACTOR(8, HU_GUO, "hu-guo")                           /* 2015: 3 (1-e)/(2e) */
typedef enum carom_damping_formula {
#define CAROM_FACTOR(number, ID, name) CAROM_FACTOR_##ID = number,
    CAROM_FACTORS
#undef CAROM_FACTOR
} carom_damping_formula;

// `modes`: one vibration mode of a body, seen at the contact: a blow F makes z'' + 2 zeta omega z' + omega^2 z = phi.F,
// and the contact moves by phi z. phi is normalised by mass: phi phi^T adds to W for a blow shorter than the mode.
typedef struct carom_vibration {
    double omega;  // angular frequency, rad/s, > 0
    double zeta;   // share of critical damping, [0, 1)
    double phi[3]; // mode shape at the contact, 1/sqrt(kg), normal first
    double z0;     // where it is when the bodies touch, m sqrt(kg); 0 at rest
    double zdot0;  // and how fast it moves, m sqrt(kg)/s
} carom_vibration;

#define CAROM_VIBRATIONS_MAX 32

// The modes of `modal`; they stay the caller's, and are kept by reference.
static inline void carom_set_vibrations(carom_params *params, const carom_vibration *modes, size_t count) {
    params->list = modes;
    params->list_count = count;
}

extern CAROM_COMPLIANT_API const carom_module carom_module_compliant; // for a list (module.h)

// Several contacts in the plane, each with a normal spring (kn) and dashpot (cn), a tangential spring (kt) and friction
// (mu) of its own, coupled by W, and perhaps a gap: through carom_system_solve like any other method. Chatterjee 1997, 10.1.
extern CAROM_COMPLIANT_API const carom_law carom_law_springs;

// Its fields, in the order of carom_law, for programs without the module: those give 0, 0 and NULL.
#define CAROM_SPRINGS_ROW(rows, count, system)                                                                         \
    "springs", "compliant", CAROM_SYSTEM_2D, 0, rows, count, 0, "",                                                    \
        "springs, dashpot and friction at every contact, followed in time", "Chatterjee 1997, 10.1", NULL, system,     \
        false, NULL

// Several contacts in the plane that share energy: each a spring of force kn d^p that gives back e^2 of the work it took,
// with friction, all of them touching when the impact begins. e > 0. Liu, Zhao & Brogliato 2008, 2009.
extern CAROM_COMPLIANT_API const carom_law carom_law_lzb;

#define CAROM_LZB_ROW(rows, count, system)                                                                             \
    "lzb", "compliant", CAROM_SYSTEM_2D, 0, rows, count, 0, "",                                                        \
        "springs that give back e^2 of their work share the energy among the contacts",                                \
        "Liu, Zhao & Brogliato 2008, 2009; Zhao, Liu & Brogliato 2009", NULL, system, false, NULL

// The parameter that sets a device's stiffness, and with it its times, forces and overlaps: CAROM_PARAM_kn, CAROM_PARAM_k,
// CAROM_PARAM_NONE for a law that is no device of the module, and CAROM_STIFFNESS_RATIO for a device that only knows ratios
// of stiffness (stronge). That one answers for a normal stiffness of 1 N/m: at kn its times and overlaps are 1/sqrt(kn) of
// those, its forces sqrt(kn) of them, its impulses and velocities the same.
#define CAROM_STIFFNESS_RATIO (-2)
CAROM_COMPLIANT_API int carom_compliant_stiffness(const carom_law *law);

// Work is counted in evaluations of a device's equations of motion and of its guards, 0.1 to 0.5 microseconds each; what
// takes as long counts as one (100 moves of mindlin's springs, 1000 products of a matrix). An impact that is not over after
// CAROM_COMPLIANT_WORK, some 100 ms at most, is given up: CAROM_NOT_CONVERGED. Some impacts of three devices take longer: modal's
// touch again and again, series-dashpot's die out, mindlin moves 1600 springs. carom_history.work_limit sets another bound.
#define CAROM_COMPLIANT_WORK 300000

// What an eigen-spring's contact point, which has no mass, may do at one instant. Chatterjee 1997, 8.5.1.
typedef struct carom_instant {
    carom_contact_state state; // STICK, SLIP, or OPEN: it leaves, and the device carries no force
    double force[3];           // on A, N, normal first
    double point[3];           // velocity of the contact point, m/s; along the surface unless it leaves
} carom_instant;

// Every state of the contact point that its equations allow at an instant, the device stretched by `stretch` (x_n, x_t:
// how far A is from where the device is relaxed, m; x_n < 0 presses) and A moving with contact->v. Stores at most
// `capacity` of them, the sticking one first, then slips, then leaving; *count says how many there are. More than one:
// the model does not say which happens. params are eigen-spring's; with dashpots only (`c` positive): springs alone have
// one force at an instant, and say no more. CAROM_COEFFICIENT_RANGE otherwise.
#define CAROM_MAX_INSTANTS 8
CAROM_COMPLIANT_API carom_status carom_eigen_spring_instants(const carom_contact *contact, const carom_params *params,
                                                             const double stretch[3], carom_instant *instants,
                                                             int capacity, int *count);

// The least friction from which several are possible, min of dir.C_tt dir / -(C_nt.dir) over directions; infinite: never.
CAROM_COMPLIANT_API carom_status carom_eigen_spring_mu(const carom_contact *contact, const carom_params *params,
                                                       double *mu);

// Head-on restitution of the devices, in closed form, and back. NaN outside the stated ranges.
//   spring-dashpot     zeta = cn sqrt(W_nn/kn) / 2, e = exp(-2 zeta acos(zeta)/sqrt(1-zeta^2)), continued past zeta = 1
//   series-dashpot     zeta = sqrt(kn/W_nn)/(2 cs),     e = exp(-pi zeta/sqrt(1-zeta^2)), 0 from zeta = 1 on
//   nonlinear-dashpot  a = cn |v_n|/kn,             e = (1 + W0(-(1+a) exp(-(1+a))))/a, W0 Lambert's function
CAROM_COMPLIANT_API double carom_restitution_of_zeta(double zeta);   // zeta >= 0
CAROM_COMPLIANT_API double carom_zeta_of_restitution(double e);      // 0 < e <= 1
CAROM_COMPLIANT_API double carom_restitution_of_a(double a);         // a >= 0
CAROM_COMPLIANT_API double carom_a_of_restitution(double e);         // 0 < e <= 1
CAROM_COMPLIANT_API double carom_restitution_of_series(double zeta); // zeta >= 0
CAROM_COMPLIANT_API double carom_series_of_restitution(double e);    // 0 < e <= 1

//   hunt-crossley      N = k d^n (1 + a d'/v0): a of `e` by factor; infinite, or NaN, where the factor has none (e = 0)
//   tsuji              alpha = c/sqrt(k m), zeta = alpha/sqrt(2(n+1)): of zeta as above where tension is cut, as
//                      series-dashpot's where it is allowed
//   thornton           w = v_y/|v_n|, v_y the speed of first yield; 1 from w = 1 on
CAROM_COMPLIANT_API double carom_factor_of_restitution(carom_damping_formula factor, double e); // 0 <= e <= 1
CAROM_COMPLIANT_API double carom_restitution_of_yield(double w);                                // w > 0
CAROM_COMPLIANT_API double carom_yield_of_restitution(double e);                                // 0 < e <= 1

// What gives a device a wanted head-on restitution, in closed form where there is one, else by running it (tolerance
// 1e-11): cn of spring-dashpot, nonlinear-dashpot, tsuji (alpha), viscoelastic (A), adams-impact and LAMMPS's (gamma_n);
// the exact factor a of hunt-crossley; cs of series-dashpot; depth of thornton (the overlap of first yield).
typedef struct carom_damping_request {
    const carom_law *law;
    double e;              // (0, 1]
    double m, v, kn;       // mass 1/W_nn, kg; approach speed, m/s; kn in the device's own unit: all positive
    double p, depth, R;    // exponent (tsuji, adams-impact), overlap of whole damping (adams-impact), R_eff
    carom_tension tension; // cut or allowed, where the device reads it
} carom_damping_request;
// CAROM_UNKNOWN_LAW for a device without one; CAROM_BAD_VALUE outside the ranges; CAROM_NOT_CONVERGED: no damping does it.
CAROM_COMPLIANT_API carom_status carom_damping_for_restitution(const carom_damping_request *asked, double *value);

// And back, of every device: what it returns head-on with these parameters, a mass of m and a speed of v, by running it without
// friction. CAROM_UNKNOWN_LAW for what is no device, CAROM_BAD_VALUE outside m, v > 0, else the device's own status.
CAROM_COMPLIANT_API carom_status carom_restitution_simulate(const carom_law *law, const carom_params *params, double m,
                                                            double v, double *e);

// Hertz's contact of two spheres from their material. A flat side has radius 0 or infinity, a rigid one E = 0 or infinity
// or is NULL.
typedef struct carom_material {
    double E, nu;  // Young's modulus, Pa; Poisson's ratio
    double radius; // m
} carom_material;
typedef struct carom_hertz_contact {
    double E, R, G; // E*, R*, G*
    double kn;      // (4/3) E* sqrt(R*): N = kn d^(3/2)
    double kappa;   // 4 G*/E*, mindlin's: tangential stiffness 8 G* sqrt(R* d)
    double Kn, Kt;  // LAMMPS's hertz/history: kn/sqrt(R*), 8 G*, Pa
} carom_hertz_contact;
CAROM_COMPLIANT_API carom_status carom_hertz_from_materials(const carom_material *a, const carom_material *b,
                                                            carom_hertz_contact *pair);

// A wanted head-on restitution as what to give to a device or a simulator. carom_translation_at lists their names.
typedef struct carom_wish {
    double e;        // (0, 1]
    double m, v, kn; // mass, kg; approach speed, m/s; kn in the device's own unit: all positive
    double p;        // exponent of tsuji and adams-impact; 0: 3/2
    double depth;    // overlap at which adams-impact damps fully, m; 0: 0.1 m
    double R;        // R_eff of lammps-hertz-history, m; 0: 1 m
} carom_wish;
typedef struct carom_translated {
    const char *name;
    double value;
} carom_translated;
typedef struct carom_translation {
    carom_translated given[4]; // coefficients; the last is "e_back", what the device gave when it was run with them
    const char *assumes;       // for what it holds, in words
} carom_translation;
CAROM_COMPLIANT_API const char *carom_translation_at(int index); // their names; NULL past the last
CAROM_COMPLIANT_API carom_status carom_translate(const char *to, const carom_wish *wish,
                                                 carom_translation *translation);

// A head-on restitution as MuJoCo's soft contact in its direct form, of which omega is the frequency in rad/s: constant
// impedance, one contact, omega times the time step far below 1. Friction is damped with the normal direction's b unless
// the contact is a <pair> with solreffriction; at e = 1 that b is zero, and what friction stores comes back as energy.
typedef struct carom_mujoco_contact {
    double dampratio, timeconst; // of the other form; the time is infinite at e = 1, which that form cannot have
    double solref[2];            // -omega^2, -2 zeta omega
    double solreffriction[2];    // -1, -2 omega
    double duration;             // of the contact, s
    double slip_left;            // share of the slip that friction leaves where the contact would stick
} carom_mujoco_contact;
// 0 < e <= 1 and omega > 0; CAROM_BAD_VALUE otherwise.
CAROM_COMPLIANT_API carom_status carom_mujoco_from_restitution(double e, double omega, carom_mujoco_contact *found);

// A body m1 that bounces with e, carrying m2 on a soft spring: m1 is off before m2 knows. Chatterjee 1997, 11.1.1.
CAROM_COMPLIANT_API double carom_restitution_two_stage(double e, double m1, double m2);

// The same in time: a spring of stiffness k carries m2, both come with the speed v, and m1 leaves the wall with e v at
// t = 0. Valid while m1 does not come back to the wall: e m1 - m2 > 0.21723 m2 (1 + e), the number being the depth of
// sin(x)/x. NaN for masses, k or v that are not > 0.
typedef struct carom_two_stage {
    double e;              // of the two together, when the vibration is over
    double margin;         // (e m1 - m2)/(m2 (1 + e)) - 0.21723: negative if m1 touches again
    double period;         // of the vibration, s
    double x1, x2, v1, v2; // at the time asked for: places (m2's from where it hangs at rest) and speeds off the wall
    double nearest, when;  // how near m1 comes to the wall again, m, negative if it would go through; and when, s
} carom_two_stage;
CAROM_COMPLIANT_API carom_two_stage carom_two_stage_at(double e, double m1, double m2, double k, double v, double t);

// A disc with a rounded edge, pressed along a diameter between rigid plates: how far plate and centre approach.
// Chatterjee 1997, 11.3.2.
typedef struct carom_disc {
    double E, nu;        // Young's modulus, Pa; Poisson's ratio
    double radius, edge; // of the disc, and of its edge across, m
    double thickness;    // m
} carom_disc;

// The two compliances add: one gathers over the size of the disc, the other near the contact. `flat` is Johnson's cylinder
// (1985, 5.6), F(1-nu^2)/(pi E t) (2 ln(4R/b) - 1), for b << R in plane strain; `point` is Hertz's ellipse.
typedef struct carom_disc_pressed {
    double half_width;   // b of the cylinder, m
    double flat;         // m
    double flat_exact;   // the same, b not small against R
    double plane_stress; // the same in plane stress
    double axes[2];      // of the ellipse, m
    double point;        // m
    double sum;          // flat + point
    double stiffness;    // dF/d(sum), N/m
} carom_disc_pressed;
CAROM_COMPLIANT_API carom_status carom_disc_compress(const carom_disc *disc, double force, carom_disc_pressed *out);

// Is an impact slow against the waves in the body? A mass m on a spring k meets a wall with V. Chatterjee 1997, 11.3.
typedef struct carom_slowness {
    double c;           // sqrt(E/density), m/s
    double fifth;       // (V/c)^(1/5): small, if waves cross a sphere many times during the impact
    double third;       // 0.3 (V/c)^(1/3): small, if they take little of its energy; the exponent is as printed
    double duration;    // pi sqrt(m/k), s
    double crossings;   // how many times a wave crosses `size` in it
    double force;       // greatest, V sqrt(k m), N
    double compression; // greatest, V sqrt(m/k), m
} carom_slowness;
CAROM_COMPLIANT_API carom_slowness carom_impact_slowness(double E, double density, double V, double m, double k,
                                                         double size);

CAROM_END

#endif
