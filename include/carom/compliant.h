// Contact models: laws that follow the springs, dashpots and friction of a contact in time. Use them for forces,
// durations and tangential rebound, and to choose the damping that gives a wanted restitution. The models are in the
// library carom_compliant, which needs SUNDIALS; this header is the same in every build.
//
//   #include <carom/compliant.h>
//   #include <stdio.h>
//
//   int main(void) {
//       const carom_contact contact = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 3.5}}, .v = {-1.0, 0.6}};
//       const carom_damping_request request = {
//           .law = &carom_law_spring_dashpot, .e = 0.5, .m = 1.0, .v = 1.0, .kn = 1e6};
//       carom_history_point points[500];
//       carom_history history = {.points = points, .capacity = 500};
//       carom_params params = carom_params_default();
//       carom_result result;
//       double damping;
//       if (carom_damping_for_restitution(&request, &damping) != CAROM_OK) return 1;
//       params.mu = 0.3;
//       params.own[CAROM_OWN(kn)] = 1e6;
//       params.own[CAROM_OWN(cn)] = damping;
//       params.own[CAROM_OWN(kt)] = 8e5;
//       if (carom_record(&carom_law_spring_dashpot, &contact, &params, &history, &result) != CAROM_OK) return 1;
//       printf("damping %.1f N s/m, normal velocity after %.3f m/s\n", damping, result.v[0]);
//       printf("duration %.2f ms, peak force %.0f N\n", 1e3 * history.summary.duration, history.summary.peak_force);
//       return 0;
//   }
//
// It prints a damping of 510.6 N s/m, a normal velocity of 0.500 m/s and a duration of 2.72 ms.
#ifndef CAROM_COMPLIANT_H
#define CAROM_COMPLIANT_H

#include <stddef.h>

#include "carom/bodies.h"
#include "carom/systems.h"

// CAROM_COMPLIANT_API marks the functions and objects of the library carom_compliant.
#if defined(CAROM_BUILDING_COMPLIANT)
#define CAROM_COMPLIANT_API CAROM_EXPORT
#else
#define CAROM_COMPLIANT_API CAROM_IMPORT
#endif

CAROM_BEGIN

// ---- Contact models ------------------------------------------------------------------------------------------------

// Each is a law for one contact, in 2D and 3D, for carom_collide, carom_trace and carom_record. N is the normal force,
// d the overlap, d' its rate, v0 the approach speed and m = 1/W_nn. Unless stated otherwise, a tangential spring kt
// acts through a contact point without mass, which slips when the force reaches Coulomb's limit mu N.

// A normal spring that is stiffer in unloading than in loading, and tangential rebound. Stronge, James & Ravani 2001,
// as in Payr & Glocker 2005, section 7.
extern CAROM_COMPLIANT_API const carom_law carom_law_stronge;
// N = kn d + cn d', with a tangential spring and dashpot. Chatterjee 1997, 8.3 (8.4).
extern CAROM_COMPLIANT_API const carom_law carom_law_spring_dashpot;
// N = kn d + cn d d': the damping grows with the overlap. Chatterjee 1997, 8.2 (8.3); Hunt & Crossley 1975.
extern CAROM_COMPLIANT_API const carom_law carom_law_nonlinear_dashpot;
// A spring kn with a dashpot cs in series: the force does not jump. Chatterjee 1997, 5.2.4.
extern CAROM_COMPLIANT_API const carom_law carom_law_series_dashpot;
// N = k d^p + c d^q d', without friction. Chatterjee 1997, 8.2.
extern CAROM_COMPLIANT_API const carom_law carom_law_power_dashpot;
// A normal spring that is stiffer (type 1) or softer (type 2) in unloading than in loading. Chatterjee 1997, 8.4.
extern CAROM_COMPLIANT_API const carom_law carom_law_bilinear_spring;
// A contact mass that hits without restitution and carries the rest of the mass on springs. The bodies may still
// approach afterwards, which is reported. Chatterjee 1997, 8.1 (8.1).
extern CAROM_COMPLIANT_API const carom_law carom_law_split_mass;
// Springs and dashpots along the eigenvectors of W. It can have several results. Chatterjee 1997, 8.5.
extern CAROM_COMPLIANT_API const carom_law carom_law_eigen_spring;
// N = k d^p without friction: elastic, with the duration and force of Hertz's contact. Hertz 1882.
extern CAROM_COMPLIANT_API const carom_law carom_law_hertz;
// Hertz's contact with partial slip (Cattaneo-Mindlin): elastic spheres of similar material. Maw, Barber & Fawcett
// 1976, 1981; Mindlin & Deresiewicz 1953.
extern CAROM_COMPLIANT_API const carom_law carom_law_mindlin;
// Forces from a potential that resembles friction. No energy is lost, nothing slips, and the ratio of normal speeds may
// exceed 1. Chatterjee 1997, 5.2.3 (5.2); Ivanov.
extern CAROM_COMPLIANT_API const carom_law carom_law_ivanov_potential;
// A body with vibration modes behind a spring contact: several micro-impacts in one impact. Chatterjee 1997, ch. 9.
extern CAROM_COMPLIANT_API const carom_law carom_law_modal;
// N = kn d^p (1 + a d'/v0), with the damping factor a(e) of nine authors. Hunt & Crossley 1975; Machado et al. 2012.
extern CAROM_COMPLIANT_API const carom_law carom_law_hunt_crossley;
// N = kn d^p + cn sqrt(kn m) d^((p-1)/2) d': the same restitution at every speed and mass. Tsuji et al. 1992; Antypov &
// Elliott 2011.
extern CAROM_COMPLIANT_API const carom_law carom_law_tsuji;
// N = kn (d^(3/2) + (3/2) cn sqrt(d) d'): viscous spheres, whose restitution decreases with speed. Kuwabara & Kono
// 1987; Brilliantov et al. 1996.
extern CAROM_COMPLIANT_API const carom_law carom_law_viscoelastic;
// N = kn d^p + cn d' times a cubic step of d/depth: the function IMPACT of Adams. Adams manual.
extern CAROM_COMPLIANT_API const carom_law carom_law_adams_impact;
// Elastic-perfectly-plastic spheres: Hertz's force up to the overlap `depth`, a straight line beyond it; a dent
// remains. Thornton 1997.
extern CAROM_COMPLIANT_API const carom_law carom_law_thornton;
// N = kn d + m cn d', and a tangential dashpot m ct bounded by mu |N|. LAMMPS manual, pair_style gran/hooke.
extern CAROM_COMPLIANT_API const carom_law carom_law_lammps_hooke;
// N = kn d + m cn d', a tangential spring kt and dashpot m ct. LAMMPS manual, pair_style gran/hooke/history.
extern CAROM_COMPLIANT_API const carom_law carom_law_lammps_hooke_history;
// The forces of hooke/history times sqrt(R_eff d). It can gain energy while the contact sticks; mindlin cannot. LAMMPS
// manual, pair_style gran/hertz/history.
extern CAROM_COMPLIANT_API const carom_law carom_law_lammps_hertz_history;

// ---- Laws for several contacts -------------------------------------------------------------------------------------

// Several contacts in 2D, each with its own normal spring (kn) and dashpot (cn), tangential spring (kt), friction (mu)
// and, optionally, gap. W couples them. Call carom_system_solve as for any other law. Chatterjee 1997, 10.1.
extern CAROM_COMPLIANT_API const carom_law carom_law_springs;

// Several contacts in 2D that share energy. Each is a spring of force kn d^p that returns e^2 of the work done on it,
// with friction. All of them touch when the impact begins, and e > 0. Liu, Zhao & Brogliato 2008, 2009.
extern CAROM_COMPLIANT_API const carom_law carom_law_lzb;

// The initialiser of carom_law_springs, in the order of carom_law. A program that does not link the module can list the
// law with this macro: it passes 0, 0 and NULL.
#define CAROM_SPRINGS_ROW(rows, count, system)                                                                         \
    "springs", "compliant", CAROM_SYSTEM_2D, 0, rows, count, 0, "",                                                    \
        "springs, dashpot and friction at every contact, followed in time", "Chatterjee 1997, 10.1", NULL, system,     \
        false, NULL

// The same for carom_law_lzb.
#define CAROM_LZB_ROW(rows, count, system)                                                                             \
    "lzb", "compliant", CAROM_SYSTEM_2D, 0, rows, count, 0, "",                                                        \
        "springs that give back e^2 of their work share the energy among the contacts",                                \
        "Liu, Zhao & Brogliato 2008, 2009; Zhao, Liu & Brogliato 2009", NULL, system, false, NULL

// All laws of this header, for a list of modules.
extern CAROM_COMPLIANT_API const carom_module carom_module_compliant;

// ---- Coefficients --------------------------------------------------------------------------------------------------

// The numbers of the coefficients that only laws of this module read. CAROM_PARAM_kn is a number like CAROM_PARAM_mu,
// for sets and for columns of a batch. CAROM_OWN(kn) is its place in carom_params.own:
//   params.own[CAROM_OWN(kn)] = 1e6;
// A coefficient with one number per tangent takes two places, one with a number per direction three. If only the first
// number is given, it holds for all of them.
enum carom_compliant_param {
    CAROM_PARAM_eta2 = 32,    // normal to tangential stiffness (stronge), 1e-12 .. 1e12; default 1.21, which is a
                              // half-space with Poisson's ratio 0.3
    CAROM_PARAM_kn = 33,      // stiffness of the normal spring, N/m, > 0; the unit depends on the model: N/m^p for a
                              // force kn d^p, Pa in lammps-hertz-history
    CAROM_PARAM_cn = 34,      // damping of the normal dashpot, >= 0; each model defines what it multiplies, and so its
                              // unit
    CAROM_PARAM_kt = 35,      // stiffness of the tangential spring, N/m, one number or one for each tangent; 0 only
                              // without friction or with a dashpot. Pa in lammps-hertz-history
    CAROM_PARAM_ct = 37,      // damping of the tangential dashpot, >= 0, one number or one for each tangent, N s/m. The
                              // unit is 1/s in lammps-hooke and lammps-hooke-history, and 1/(s m) in
                              // lammps-hertz-history
    CAROM_PARAM_type = 39,    // how bilinear-spring unloads: a carom_unloading
    CAROM_PARAM_dead = 40,    // law of the first impact of split-mass: a carom_dead
    CAROM_PARAM_k = 41,       // stiffness, > 0: along each eigenvector of W by ascending eigenvalue, N/m
                              // (eigen-spring); of N = k d^p, N/m^p (hertz, mindlin, power-dashpot)
    CAROM_PARAM_c = 44,       // damping, >= 0. In eigen-spring, along each eigenvector of W, N s/m, all positive or all
                              // zero. In power-dashpot, c of N = c d^q d', N s/m^(q+1)
    CAROM_PARAM_p = 47,       // exponent of the normal force, 1 .. 10; default 3/2, which is Hertz
    CAROM_PARAM_kappa = 48,   // tangential to normal stiffness of the half-space (mindlin), 1e-3 .. 1e3: 2(1-nu)/(2-nu)
                              // with Poisson's ratio nu; default 14/17
    CAROM_PARAM_modes = 49,   // vibration modes (modal): a list of carom_vibration, see carom_set_vibrations
    CAROM_PARAM_q = 50,       // exponent of the overlap in the damping (power-dashpot), 0 .. 10; default 3/2
    CAROM_PARAM_pn = 51,      // exponent of the normal force of modal, N = kn d^pn, 1 .. 10; default 1
    CAROM_PARAM_cs = 52,      // damping of the dashpot in series (series-dashpot), N s/m, > 0
    CAROM_PARAM_tension = 58, // whether a dashpot may pull: a carom_tension
    CAROM_PARAM_factor = 59,  // damping factor of hunt-crossley: a carom_damping_formula
    CAROM_PARAM_gap = 60,     // distance between the bodies at a contact when the impact begins (springs), m, >= 0;
                              // default 0
    CAROM_PARAM_depth = 61,   // overlap, m, > 0: of full damping (adams-impact), of first yield (thornton)
    CAROM_PARAM_R_eff = 62    // effective radius, m, > 0: 1/R_eff = 1/R1 + 1/R2 (lammps-hertz-history)
};

// How bilinear-spring unloads: the coefficient `type`. Chatterjee 1997, fig. 8.4.
typedef enum carom_unloading {
    CAROM_TYPE_1 = 0, // stiffer, k/e^2: the force does not jump, and a dent is left
    CAROM_TYPE_2 = 1  // softer, e^2 k: the force drops at maximum compression, and no dent is left
} carom_unloading;

// The coefficient `dead`: the law by which the contact mass of split-mass hits first.
typedef enum carom_dead {
    CAROM_DEAD_ROUTH = 0,    // an impact by Routh's law with e = 0
    CAROM_DEAD_WHITTAKER = 1 // an impact by Kane & Levinson's law
} carom_dead;

// How a contact ends whose dashpot would pull the separating bodies together: the coefficient `tension`.
typedef enum carom_tension {
    CAROM_TENSION_CUT = 0,    // it ends when the force has decreased to zero, with an overlap left
    CAROM_TENSION_ALLOWED = 1 // it pulls until the overlap is zero; friction is then bounded by mu |N|
} carom_tension;

// The damping factor a(e) of hunt-crossley: the coefficient `factor`. With every factor except EXACT the restitution of
// the impact differs from the e that you give.
typedef enum carom_damping_formula {
    CAROM_DAMPING_EXACT = 0,               // "exact": root of a (1+e) = ln((1+a)/(1-a e))
    CAROM_DAMPING_HUNT_CROSSLEY = 1,       // "hunt-crossley", 1975: 3 (1-e)/2
    CAROM_DAMPING_HERBERT_MCWHANNELL = 2,  // "herbert-mcwhannell", 1977: 6 (1-e)/((2e-1)^2+3)
    CAROM_DAMPING_LEE_WANG = 3,            // "lee-wang", 1983: 3 (1-e)/4
    CAROM_DAMPING_LANKARANI_NIKRAVESH = 4, // "lankarani-nikravesh", 1990: 3 (1-e^2)/4
    CAROM_DAMPING_GONTHIER = 5,            // "gonthier", 2004: (1-e^2)/e
    CAROM_DAMPING_ZHIYING_QISHAO = 6,      // "zhiying-qishao", 2006: 3 (1-e^2) exp(2(1-e))/4
    CAROM_DAMPING_FLORES = 7,              // "flores", 2011: 8 (1-e)/(5e)
    CAROM_DAMPING_HU_GUO = 8,              // "hu-guo", 2015: 3 (1-e)/(2e)
    CAROM_DAMPING_RATIO = 16,              // damping ratio zeta of a spring and dashpot side by side
    CAROM_DAMPING_SERIES = 17,             // damping ratio zeta of a spring and dashpot in series
    CAROM_DAMPING_YIELD = 18               // w, the ratio of the speed of first yield to the approach speed
} carom_damping_formula;

// Sets the vibration modes of modal (carom/bodies.h). The array is not copied: it belongs to the caller and must outlive the use of
// params.
static inline void carom_set_vibrations(carom_params *params, const carom_vibration *modes, size_t count) {
    params->list = modes;
    params->list_count = count;
}

// carom_compliant_stiffness returns this for a model without a stiffness coefficient (stronge, ivanov-potential). The
// model stronge uses only a ratio of stiffnesses and computes for a normal stiffness of 1 N/m. With a stiffness kn, its
// times and overlaps are multiplied by 1/sqrt(kn) and its forces by sqrt(kn); impulses and velocities stay the same.
#define CAROM_STIFFNESS_RATIO (-2)

// Returns the coefficient that sets the stiffness of a contact model, and with it times, forces and overlaps:
// CAROM_PARAM_kn, CAROM_PARAM_k or CAROM_STIFFNESS_RATIO. Returns CAROM_PARAM_NONE for a law that is not a contact
// model of this module.
CAROM_COMPLIANT_API int carom_compliant_stiffness(const carom_law *law);

// The default limit on the work of one impact; carom_history.work_limit sets another. The unit is one evaluation of the
// model's equations of motion or of its event functions, 0.1 to 0.5 microseconds. Other operations that take as long
// count as one: 100 moves of the springs of mindlin, 1000 products of a matrix. An impact that needs more than the
// limit, at most about 100 ms, ends with CAROM_NOT_CONVERGED. Some impacts of three models need more. The bodies of
// modal may touch again and again, the force of series-dashpot may decay slowly, and mindlin moves 1600 springs.
#define CAROM_COMPLIANT_WORK 300000

// ---- Restitution of a head-on impact -------------------------------------------------------------------------------

// Returns the head-on restitution for a damping, by a closed form; NaN outside the range of the damping:
//   CAROM_DAMPING_RATIO      spring-dashpot with tension cut, zeta = cn sqrt(W_nn/kn) / 2 >= 0:
//                            e = exp(-2 zeta acos(zeta)/sqrt(1-zeta^2)), continued beyond zeta = 1; the same for tsuji
//                            with tension cut, zeta = alpha/sqrt(2(p+1)), alpha = c/sqrt(kn m)
//   CAROM_DAMPING_SERIES     series-dashpot, zeta = sqrt(kn/W_nn)/(2 cs) >= 0: e = exp(-pi zeta/sqrt(1-zeta^2)), and 0
//                            for zeta >= 1; the same for tsuji with tension allowed
//   CAROM_DAMPING_YIELD      thornton, w = v_y/|v_n| > 0, where v_y is the speed of first yield; 1 for w >= 1
//   another formula          nonlinear-dashpot with a = cn |v_n|/kn >= 0, and hunt-crossley with the factor a:
//                            e = (1 + W0(-(1+a) exp(-(1+a))))/a, where W0 is Lambert's function
CAROM_COMPLIANT_API double carom_damping_to_restitution(carom_damping_formula formula, double damping);

// Returns the damping for a head-on restitution 0 < e <= 1 by one formula; NaN for other e. For a factor of
// hunt-crossley, N = kn d^p (1 + a d'/v0), it is the a of its author. The factors are also defined for e = 0, where
// some are infinite. Of the factors, only CAROM_DAMPING_EXACT is the inverse of carom_damping_to_restitution.
CAROM_COMPLIANT_API double carom_restitution_to_damping(carom_damping_formula formula, double e);

// The impact for which carom_damping_for_restitution computes a coefficient.
typedef struct carom_damping_request {
    const carom_law *law;  // the contact model
    double e;              // wanted head-on restitution, (0, 1]
    double m, v, kn;       // mass 1/W_nn, kg, approach speed, m/s, and kn in the unit of the model, all > 0
    double p, depth, R;    // exponent of tsuji and adams-impact (3/2 if <= 0), overlap of full damping of adams-impact,
                           // m, > 0, and R_eff of lammps-hertz-history, m, > 0. Other models do not read them
    carom_tension tension; // cut or allowed, for models that read it
} carom_damping_request;

// Computes the coefficient that gives a contact model a wanted head-on restitution. Uses a closed form if there is one,
// and otherwise runs the model (tolerance 1e-11). The coefficient is
//   cn      of spring-dashpot, nonlinear-dashpot, adams-impact, tsuji (alpha), viscoelastic (A) and the LAMMPS models
//           (gamma_n)
//   a       of hunt-crossley, the exact factor
//   cs      of series-dashpot
//   depth   of thornton, the overlap of first yield
// Returns CAROM_UNKNOWN_LAW for other laws, and CAROM_BAD_VALUE for numbers outside their ranges. Returns
// CAROM_COEFFICIENT_MISSING if `depth` or `R` is needed but not given, and CAROM_NOT_CONVERGED if no damping gives this
// restitution.
CAROM_COMPLIANT_API carom_status carom_damping_for_restitution(const carom_damping_request *request, double *value);

// Computes the head-on restitution of any contact model with these coefficients by running it without friction. The
// mass is m kg and the speed v m/s. Returns CAROM_UNKNOWN_LAW for a law of another module, CAROM_BAD_VALUE unless m, v
// > 0, otherwise the status of the model.
CAROM_COMPLIANT_API carom_status carom_restitution_simulate(const carom_law *law, const carom_params *params, double m,
                                                            double v, double *e);

// ---- Coefficients of simulators ------------------------------------------------------------------------------------

// One side of Hertz's contact of two spheres.
typedef struct carom_material {
    double E, nu;  // Young's modulus, Pa, >= 0, where 0 or infinity is a rigid side; Poisson's ratio, (-1, 1/2]
    double radius; // m, >= 0; 0 or infinity: a flat side
} carom_material;

// The stiffness of Hertz's contact.
typedef struct carom_hertz_contact {
    double E, R, G; // effective Young's modulus E*, Pa, radius R*, m, and shear modulus G*, Pa
    double kn;      // (4/3) E* sqrt(R*), N/m^(3/2): N = kn d^(3/2)
    double kappa;   // 4 G*/E*, the coefficient of mindlin: the tangential stiffness is 8 G* sqrt(R* d)
    double Kn, Kt;  // coefficients of gran/hertz/history of LAMMPS: kn/sqrt(R*) and 8 G*, Pa
} carom_hertz_contact;

// Computes Hertz's contact of two spheres from their materials. NULL is a rigid, flat side. Returns CAROM_BAD_VALUE for
// numbers outside their ranges, and if both sides are rigid or both are flat.
CAROM_COMPLIANT_API carom_status carom_hertz_from_materials(const carom_material *a, const carom_material *b,
                                                            carom_hertz_contact *result);

// The settings of a soft contact of MuJoCo that has a given head-on restitution, in MuJoCo's direct form, where omega
// is the frequency in rad/s. They hold for constant impedance, one contact, and omega times the time step far below 1.
// MuJoCo damps friction with the b of the normal direction unless the contact is a <pair> with solreffriction. At e = 1
// this b is zero, and the energy that friction stores is returned.
typedef struct carom_mujoco_contact {
    double dampratio, timeconst; // the same settings in the standard form: damping ratio, >= 0; time constant, s,
                                 // infinite at e = 1, which that form cannot express
    double solref[2];            // -omega^2, 1/s^2; -2 zeta omega, 1/s
    double solreffriction[2];    // -1, 1/s^2; -2 omega, 1/s
    double duration;             // duration of the contact, s
    double slip_left;            // share of the slip that friction leaves if the contact should stick, (0, 1)
} carom_mujoco_contact;

// Computes the contact of MuJoCo for 0 < e <= 1 and omega > 0. Returns CAROM_BAD_VALUE otherwise.
CAROM_COMPLIANT_API carom_status carom_mujoco_from_restitution(double e, double omega, carom_mujoco_contact *result);

CAROM_END

#endif
