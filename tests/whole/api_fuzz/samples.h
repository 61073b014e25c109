// Valid samples of every argument of the public functions. Arrays have their own memory blocks, so that a sanitizer
// detects accesses past their ends.
#ifndef CAROM_TESTS_WHOLE_API_FUZZ_SAMPLES_H
#define CAROM_TESTS_WHOLE_API_FUZZ_SAMPLES_H

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "carom/compliant.h"
#include "carom/derivatives.h"
#include "carom/draw.h"
#include "carom/explain.h"
#include "carom/fit.h"
#include "carom/scenario.h"
#include "carom/sweep.h"
#include "support/compliant_params.h"

// A contact in 2D, a contact in 3D, and structs that fit them. A member named like its type is the sample of this type.
typedef struct samples {
    const carom_law *law;
    const carom_law *method;
    carom_contact carom_contact, space;
    carom_params carom_params, damped; // for any law; for the eigen-spring model with dashpots
    carom_system carom_system, system_space;
    carom_system_params carom_system_params;
    carom_planar_pair carom_planar_pair;
    carom_pair carom_pair;
    carom_motion_scene carom_motion_scene;
    carom_motion_state carom_motion_state;
    carom_motion_plane floor[1];
    carom_motion_result carom_motion_result;
    carom_mechanism carom_mechanism;
    carom_delassus carom_delassus;
    carom_mechanism_slopes carom_mechanism_slopes;
    carom_impulse_slopes carom_impulse_slopes;
    carom_flight carom_flight;
    carom_system_jacobian carom_system_jacobian;
    carom_link link[2];
    carom_chain_contact touch[1];
    carom_chain carom_chain;
    carom_body body[2];
    carom_contact_point points[2];
    carom_assembly carom_assembly;
    carom_batch_in carom_batch_in;
    carom_batch_out carom_batch_out;
    carom_system_batch_in carom_system_batch_in;
    carom_system_batch_out carom_system_batch_out;
    carom_result carom_result;
    carom_path path;
    carom_history history;
    carom_impulse_view carom_impulse_view, view_space;
    carom_scene carom_scene;
    carom_change carom_change;
    carom_draw_options carom_draw_options;
    carom_figure *figure, *empty;
    carom_scenario *scenario, *chain;
    carom_drop *drop;
    carom_report *report, *made;
    carom_report_fields carom_report_fields;
    carom_solve_options carom_solve_options;
    carom_sweep *study;
    carom_sweep_results *results; // NULL, because results need a file
    carom_sweep_options carom_sweep_options;
    carom_fit *fit;
    carom_fit_model carom_fit_model;
    carom_fit_impact *impacts;
    carom_fit_body *bodies;
    carom_fit_options carom_fit_options;
    carom_fit_estimate carom_fit_estimate;
    carom_fit_checks carom_fit_checks;
    carom_fit_reading carom_fit_reading;
    size_t sized;
    FILE *file;
    unsigned faces[2];
    double *matrix, *speeds, *rows, *numbers, *unit, *out[4];
    uint8_t *bytes;
    void *memory, *delassus_memory, *motion_memory;
    char *text;
    int *ints;
    bool holds;
} samples;

enum { MEMORY = 1 << 20, ROOM = 16 };

// Whether a function rejected or accepted the case. DOOR_END: there is no case with this number.
enum { DOOR_REFUSED, DOOR_TAKEN, DOOR_END };

typedef struct function {
    const char *name;
    // Calls the function with case `which`. Before the call it writes a description of the case to `words`, and to
    // `must` whether the function must reject the case.
    int (*enter)(int which, samples *here, char *words, int *must);
    enum { ONCE, LAWS, METHODS } rounds; // called once, with each law, or with each method
    int judged;                          // whether the function must accept the valid samples
    int module;                          // whether a module declares it, not the core
} function;
extern const function api_fuzz[];

extern carom_modules sample_modules[];
extern const char sample_scenario[], sample_drop[], sample_chain[], sample_study[];
int sample_probe(void *user, const double *forces, double *accelerations);

// Samples by type.
#define SAMPLE_AT_carom_law              here->law
#define SAMPLE_AT_carom_contact          &here->carom_contact
#define SAMPLE_AT_carom_modules          sample_modules
#define SAMPLE_AT_carom_params           &here->carom_params
#define SAMPLE_AT_carom_system           &here->carom_system
#define SAMPLE_AT_carom_system_params    &here->carom_system_params
#define SAMPLE_AT_carom_law_of_systems   here->method
#define SAMPLE_AT_carom_planar_pair      &here->carom_planar_pair
#define SAMPLE_AT_carom_pair             &here->carom_pair
#define SAMPLE_AT_carom_mechanism        &here->carom_mechanism
#define SAMPLE_AT_carom_motion_scene     &here->carom_motion_scene
#define SAMPLE_AT_carom_motion_state     &here->carom_motion_state
#define SAMPLE_AT_carom_motion_result    &here->carom_motion_result
#define SAMPLE_AT_carom_delassus         &here->carom_delassus
#define SAMPLE_AT_carom_mechanism_slopes &here->carom_mechanism_slopes
#define SAMPLE_AT_carom_impulse_slopes   &here->carom_impulse_slopes
#define SAMPLE_AT_carom_system_jacobian  &here->carom_system_jacobian
#define SAMPLE_AT_carom_flight           &here->carom_flight
#define SAMPLE_AT_carom_chain            &here->carom_chain
#define SAMPLE_AT_carom_assembly         &here->carom_assembly
#define SAMPLE_AT_carom_batch_in         &here->carom_batch_in
#define SAMPLE_AT_carom_batch_out        &here->carom_batch_out
#define SAMPLE_AT_carom_system_batch_in  &here->carom_system_batch_in
#define SAMPLE_AT_carom_system_batch_out &here->carom_system_batch_out
#define SAMPLE_AT_carom_result           &here->carom_result
#define SAMPLE_AT_carom_path             &here->path
#define SAMPLE_AT_carom_history          &here->history
#define SAMPLE_carom_record_law          &carom_law_stronge
#define SAMPLE_AT_carom_history_point    here->history.points
#define SAMPLE_AT_carom_impulse_view     &here->carom_impulse_view
#define SAMPLE_AT_carom_scene            &here->carom_scene
#define SAMPLE_AT_carom_change           &here->carom_change
#define SAMPLE_AT_carom_draw_options     &here->carom_draw_options
#define SAMPLE_AT_carom_figure           here->figure
#define SAMPLE_AT_carom_scenario         here->scenario
#define SAMPLE_AT_carom_drop             here->drop
#define SAMPLE_AT_carom_report           here->report
#define SAMPLE_AT_carom_report_fields    &here->carom_report_fields
#define SAMPLE_AT_carom_solve_options    &here->carom_solve_options
#define SAMPLE_AT_carom_coefficient      carom_coefficient_at(NULL, CAROM_PARAM_restitution)
#define SAMPLE_AT_carom_fit              here->fit
#define SAMPLE_AT_carom_fit_model        &here->carom_fit_model
#define SAMPLE_AT_carom_fit_impact       here->impacts
#define SAMPLE_AT_carom_fit_body         here->bodies
#define SAMPLE_AT_carom_fit_options      &here->carom_fit_options
#define SAMPLE_AT_carom_fit_estimate     &here->carom_fit_estimate
#define SAMPLE_AT_carom_fit_checks       &here->carom_fit_checks
#define SAMPLE_AT_carom_fit_reading      &here->carom_fit_reading
#define SAMPLE_AT_size_t                 &here->sized
#define SAMPLE_AT_FILE                   here->file
#define SAMPLE_AT_char                   "routh"
#define SAMPLE_AT_double                 here->out[0]
#define SAMPLE_AT_double2                (double(*)[2])(void *) here->out[0]
#define SAMPLE_AT_double3                (double(*)[3])(void *) here->out[0]
#define SAMPLE_AT_double4                (double(*)[4])(void *) here->matrix
#define SAMPLE_AT_bool                   &here->holds
#define SAMPLE_AT_int                    here->ints
#define SAMPLE_AT_void                   here->memory
#define SAMPLE_AT_carom_sweep            here->study
#define SAMPLE_AT_carom_sweep_results    here->results
#define SAMPLE_AT_carom_sweep_options    &here->carom_sweep_options
#define SAMPLE_AT_uint8_t                here->bytes
#define SAMPLE_uint64_t                  0
#define SAMPLE_uint32_t                  0
#define SAMPLE_carom_sweep_code          CAROM_SWEEP_CODE_MODE
#define SAMPLE_carom_sweep_names         CAROM_SWEEP_NAME_LAW
#define SAMPLE_carom_sweep_counted       CAROM_SWEEP_COUNT_ANSWERS
#define SAMPLE_AT_carom_param                                                                                          \
    &(carom_param) {                                                                                                   \
        CAROM_PARAM_NONE                                                                                               \
    }
#define SAMPLE_AT_carom_verdict                                                                                        \
    &(carom_verdict) {                                                                                                 \
        0                                                                                                              \
    }
#define SAMPLE_AT_carom_sweep_progress                                                                                 \
    &(carom_sweep_progress) {                                                                                          \
        .done = 0                                                                                                      \
    }
#define SAMPLE_AT_carom_sweep_case                                                                                     \
    &(carom_sweep_case) {                                                                                              \
        .value = 0                                                                                                     \
    }
#define SAMPLE_AT_carom_motion                                                                                         \
    &(carom_motion) {                                                                                                  \
        .name = NULL                                                                                                   \
    }
#define SAMPLE_carom_motion_scene_init_size     sizeof(carom_motion_scene)
#define SAMPLE_carom_motion_state_at_t          0.0
#define SAMPLE_carom_motion_scene_init_dim      3
#define SAMPLE_carom_motion_gap_compute_plane   0
#define SAMPLE_carom_motion_gap_compute_feature 0
#define SAMPLE_AT_carom_motion_error                                                                                   \
    &(carom_motion_error) {                                                                                            \
        .index = 0                                                                                                     \
    }
#define SAMPLE_AT_carom_motion_gap                                                                                     \
    &(carom_motion_gap) {                                                                                              \
        .gap = 0                                                                                                       \
    }
#define SAMPLE_AT_carom_motion_contact                                                                                 \
    &(carom_motion_contact) {                                                                                          \
        .plane = 0                                                                                                     \
    }
// The velocities after an impact separate.
#define SAMPLE_carom_collide_inverse_contact                                                                           \
    &(carom_contact) {                                                                                                 \
        .dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = { 0.5, 0.2 }                                                   \
    }
#define SAMPLE_AT_carom_inverse                                                                                        \
    (carom_inverse[CAROM_MAX_INVERSES]) {                                                                              \
        { .family = false }                                                                                            \
    }
#define SAMPLE_AT_carom_balance                                                                                        \
    &(carom_balance) {                                                                                                 \
        0                                                                                                              \
    }
#define SAMPLE_AT_carom_error                                                                                          \
    &(carom_error) {                                                                                                   \
        .reason = CAROM_REASON_OUTSIDE, .coefficient = CAROM_PARAM_e                                                   \
    }
#define SAMPLE_AT_carom_error_style                                                                                    \
    &(carom_error_style) {                                                                                             \
        0                                                                                                              \
    }
#define SAMPLE_AT_carom_rod                                                                                            \
    &(carom_rod) {                                                                                                     \
        .length = 0.4, .area = 1e-4, .gyration = 3e-3, .E = 2e11, .density = 7850.0, .axis = {0.6, 0.8}, .at = -0.2    \
    }
#define SAMPLE_AT_carom_vibration                                                                                      \
    (carom_vibration[8]) {                                                                                             \
        { 0 }                                                                                                          \
    }
#define SAMPLE_carom_rod_vibrations_dim     2
#define SAMPLE_carom_rod_vibrations_bending 3
#define SAMPLE_carom_rod_vibrations_axial   2
#define SAMPLE_AT_carom_rods                                                                                           \
    &(carom_rod_masses) {                                                                                              \
        0                                                                                                              \
    }
#define SAMPLE_AT_carom_jacobian                                                                                       \
    &(carom_jacobian) {                                                                                                \
        .smooth = CAROM_SMOOTH                                                                                         \
    }
#define SAMPLE_AT_carom_batch_tangent                                                                                  \
    &(carom_batch_tangent) {                                                                                           \
        .v = { {NULL, 0} }                                                                                             \
    }
#define SAMPLE_AT_carom_batch_tangent_out                                                                              \
    &(carom_batch_tangent_out) {                                                                                       \
        .dE = { NULL, 0 }                                                                                              \
    }
#define SAMPLE_AT_carom_batch_cotangent                                                                                \
    &(carom_batch_cotangent) {                                                                                         \
        .dE = { NULL, 0 }                                                                                              \
    }
#define SAMPLE_AT_carom_batch_cotangent_out                                                                            \
    &(carom_batch_cotangent_out) {                                                                                     \
        .v = { {NULL, 0} }                                                                                             \
    }
#define SAMPLE_AT_carom_mass_jacobian                                                                                  \
    &(carom_mass_jacobian) {                                                                                           \
        .columns = 0                                                                                                   \
    }
#define SAMPLE_AT_carom_region                                                                                         \
    &(carom_region) {                                                                                                  \
        0                                                                                                              \
    }
#define SAMPLE_AT_carom_extent                                                                                         \
    &(carom_extent) {                                                                                                  \
        0                                                                                                              \
    }
#define SAMPLE_AT_carom_location                                                                                       \
    &(carom_location) {                                                                                                \
        0                                                                                                              \
    }
#define SAMPLE_AT_carom_reach_range                                                                                    \
    (carom_reach_range[CAROM_MAX_REACH_RANGES]) {                                                                      \
        { CAROM_PARAM_mu, 0.0, 1.0 }                                                                                   \
    }
#define SAMPLE_AT_carom_reach_area                                                                                     \
    &(carom_reach_area) {                                                                                              \
        0                                                                                                              \
    }
#define SAMPLE_AT_carom_cover                                                                                          \
    &(carom_cover) {                                                                                                   \
        .low = { 0 }                                                                                                   \
    }
#define SAMPLE_AT_carom_properties                                                                                     \
    &(carom_sampled_properties) {                                                                                      \
        0                                                                                                              \
    }
#define SAMPLE_AT_carom_reach                                                                                          \
    &(carom_reach) {                                                                                                   \
        0                                                                                                              \
    }
#define SAMPLE_AT_carom_critical                                                                                       \
    &(carom_critical) {                                                                                                \
        .s = 0                                                                                                         \
    }
#define SAMPLE_AT_carom_corner                                                                                         \
    (carom_corner[CAROM_MAX_CORNERS]) {                                                                                \
        { {0}, 0 }                                                                                                     \
    }
#define SAMPLE_AT_carom_hodograph                                                                                      \
    &(carom_hodograph) {                                                                                               \
        0                                                                                                              \
    }
#define SAMPLE_AT_carom_alternative                                                                                    \
    (carom_alternative[CAROM_MAX_ALTERNATIVES]) {                                                                      \
        { .returned = false }                                                                                          \
    }
#define SAMPLE_AT_carom_finding                                                                                        \
    &(carom_finding) {                                                                                                 \
        .outcomes = 0                                                                                                  \
    }
#define SAMPLE_AT_carom_finding_many                                                                                   \
    &(carom_system_finding) {                                                                                          \
        .solutions = 0                                                                                                 \
    }
#define SAMPLE_AT_carom_contact_class                                                                                  \
    &(carom_contact_class) {                                                                                           \
        .direct = false                                                                                                \
    }
#define SAMPLE_AT_carom_restitution_comparison                                                                         \
    &(carom_restitution_comparison) {                                                                                  \
        .because = 0                                                                                                   \
    }
#define SAMPLE_AT_carom_convert_reason                                                                                 \
    &(carom_convert_reason) {                                                                                          \
        CAROM_CONVERT_OK                                                                                               \
    }
#define SAMPLE_AT_carom_max_restitution                                                                                \
    &(carom_max_restitution) {                                                                                         \
        .exact = false                                                                                                 \
    }
#define SAMPLE_AT_carom_conversion                                                                                     \
    &(carom_conversion) {                                                                                              \
        .e = 0                                                                                                         \
    }
#define SAMPLE_AT_carom_equivalent                                                                                     \
    &(carom_equivalent) {                                                                                              \
        .e = 0                                                                                                         \
    }
#define SAMPLE_AT_carom_convention                                                                                     \
    &(carom_convention) {                                                                                              \
        .name = "poisson", .law = &carom_law_routh, .restitution = CAROM_POISSON                                       \
    }
#define SAMPLE_AT_carom_damping_request                                                                                \
    &(carom_damping_request) {                                                                                         \
        .law = &carom_law_tsuji, .e = 0.5, .m = 1, .v = 1, .kn = 1                                                     \
    }
#define SAMPLE_AT_carom_material                                                                                       \
    &(carom_material) {                                                                                                \
        .E = 1e9, .nu = 0.3, .radius = 0.1                                                                             \
    }
#define SAMPLE_AT_carom_hertz_contact                                                                                  \
    &(carom_hertz_contact) {                                                                                           \
        .E = 0                                                                                                         \
    }
#define SAMPLE_AT_carom_mujoco_contact                                                                                 \
    &(carom_mujoco_contact) {                                                                                          \
        .duration = 0                                                                                                  \
    }
#define SAMPLE_AT_carom_speed_form carom_speed_form_at(0)
#define SAMPLE_AT_carom_energy_form                                                                                    \
    &(carom_energy_form) {                                                                                             \
        .tt = 0                                                                                                        \
    }
#define SAMPLE_AT_carom_contact_forces                                                                                 \
    &(carom_contact_forces) {                                                                                          \
        .count = 0                                                                                                     \
    }
#define SAMPLE_AT_carom_system_result                                                                                  \
    &(carom_system_result) {                                                                                           \
        0                                                                                                              \
    }
#define SAMPLE_AT_carom_spread                                                                                         \
    &(carom_spread) {                                                                                                  \
        0                                                                                                              \
    }
#define SAMPLE_AT_carom_probe_fn    sample_probe
#define SAMPLE_int                  1
#define SAMPLE_size_t               ROOM
#define SAMPLE_unsigned             1u
#define SAMPLE_double               0.5
#define SAMPLE_carom_param          CAROM_PARAM_mu
#define SAMPLE_carom_format         CAROM_FORMAT_JSON
#define SAMPLE_carom_status         CAROM_COEFFICIENT_RANGE
#define SAMPLE_carom_reason         CAROM_REASON_OUTSIDE
#define SAMPLE_carom_hint           CAROM_HINT_ALLOW
#define SAMPLE_carom_mode           CAROM_MODE_NONE
#define SAMPLE_carom_event          (carom_event)0
#define SAMPLE_carom_combine_rule   CAROM_COMBINE_MEAN
#define SAMPLE_carom_contact_state  CAROM_CONTACT_STICK
#define SAMPLE_carom_invariant_kind CAROM_DIVERGENT
#define SAMPLE_carom_approach       CAROM_MEETING
#define SAMPLE_carom_force_case     CAROM_FORCE_CONTACT
#define SAMPLE_carom_force_mode     CAROM_FORCE_SLIDES
#define SAMPLE_carom_solver         CAROM_SOLVER_AUTO
#define SAMPLE_carom_enum           CAROM_ENUM_MODE

// Samples by type and name of the argument.
#define SAMPLE_size_t_bytes         MEMORY
#define SAMPLE_size_t_part          0
#define SAMPLE_size_t_parts         1
#define SAMPLE_size_t_n             1
#define SAMPLE_int_dim              2
#define SAMPLE_int_parent           CAROM_BASE
#define SAMPLE_int_param            (int)CAROM_PARAM_mu
#define SAMPLE_AT_double_u          here->speeds
#define SAMPLE_AT_double_P          here->unit
#define SAMPLE_AT_double_d          here->unit
#define SAMPLE_AT_double_q          here->speeds
#define SAMPLE_AT_double_M          here->matrix
#define SAMPLE_AT_double_mu         here->numbers
#define SAMPLE_AT_double_values     here->numbers
#define SAMPLE_AT_double_v          here->out[1]
#define SAMPLE_AT_double_b          here->out[1]
#define SAMPLE_AT_double_most       here->out[1]
#define SAMPLE_AT_double_gap        here->out[2]
#define SAMPLE_AT_double_memory     here->out[2]
#define SAMPLE_AT_double_reactions  here->out[2]
#define SAMPLE_AT_double_quaternion here->numbers
#define SAMPLE_AT_char_why          here->text
#define SAMPLE_AT_char_path         "no such folder/file.hdf5"
#define SAMPLE_AT_char_file         "no such folder/file.svg"

// Samples by function and name of the argument.
#define SAMPLE_uint64_t_fitted                      0
#define SAMPLE_carom_fit_interval_j                 0
#define SAMPLE_carom_fit_region_i                   0
#define SAMPLE_carom_fit_region_points              ROOM
#define SAMPLE_carom_fit_rise_params                here->ints
#define SAMPLE_carom_fit_cross_validate_score       here->out[0]
#define SAMPLE_carom_fit_residuals_w                (double *)here->memory
#define SAMPLE_AT_double_low                        here->out[0]
#define SAMPLE_AT_double_high                       here->out[1]
#define SAMPLE_carom_params_set_by_name_name        "mu"
#define SAMPLE_carom_params_set_by_name_count       1
#define SAMPLE_carom_params_set_count               1
#define SAMPLE_carom_params_set_param               carom_coefficient_at(NULL, CAROM_PARAM_mu)
#define SAMPLE_carom_params_get_values              here->out[0]
#define SAMPLE_carom_coefficient_find_name          "mu"
#define SAMPLE_carom_law_coefficient_law            &carom_law_routh
#define SAMPLE_carom_law_coefficient_number         CAROM_PARAM_mu
#define SAMPLE_carom_law_find_coefficient_law       &carom_law_routh
#define SAMPLE_carom_law_find_coefficient_name      "mu"
#define SAMPLE_carom_law_output_law                 &carom_law_ccp
#define SAMPLE_carom_law_output_index               0
#define SAMPLE_carom_params_init_size               sizeof(carom_params)
#define SAMPLE_carom_params_init_layout             carom_params_layout()
#define SAMPLE_carom_choice_of_name                 "newton"
#define SAMPLE_carom_damping_formula                CAROM_DAMPING_FLORES
#define SAMPLE_carom_restitution_simulate_law       &carom_law_stronge
#define SAMPLE_carom_trace_law                      &carom_law_routh
#define SAMPLE_carom_params_set_by_name_law         &carom_law_routh
#define SAMPLE_carom_error_format_text              here->text
#define SAMPLE_carom_hodograph_compute_contact      &here->space
#define SAMPLE_carom_hodograph_compute_mu           0.4
#define SAMPLE_carom_pair_from_contact_contact      &here->space
#define SAMPLE_carom_pair_choice                    CAROM_PAIR_FEWEST
#define SAMPLE_carom_ellipsoid_inertia_semi_axes    here->numbers
#define SAMPLE_carom_ellipsoid_arm_semi_axes        here->numbers
#define SAMPLE_carom_ellipsoid_arm_outward          here->unit
#define SAMPLE_carom_restitution                    CAROM_NEWTON
#define SAMPLE_carom_convert_reason                 CAROM_CONVERT_SPACE
#define SAMPLE_carom_convention_find_name           "bullet"
#define SAMPLE_carom_engine_find_name               "bullet"
#define SAMPLE_carom_conversion_for_P               here->unit
#define SAMPLE_carom_smoothness                     CAROM_KINK
#define SAMPLE_carom_mass_jacobian_name_column      1
#define SAMPLE_carom_mass_jacobian_entry_column     1
#define SAMPLE_carom_mass_jacobian_entry_j          here->ints + 1
#define SAMPLE_carom_system_contact_contact         0
#define SAMPLE_carom_delassus_slopes_k              0
#define SAMPLE_carom_delassus_slopes_dW             here->out[0]
#define SAMPLE_carom_delassus_slopes_dv             here->out[1]
#define SAMPLE_carom_delassus_jacobian_scratch      here->out[0]
#define SAMPLE_carom_delassus_jacobian_du_dq        here->out[1]
#define SAMPLE_carom_delassus_jacobian_du_du        here->out[2]
#define SAMPLE_carom_saltation_Xi                   here->out[0]
#define SAMPLE_carom_saltation_matrix_v_n           here->out[1]
#define SAMPLE_carom_system_contact_out             &here->space
#define SAMPLE_carom_speed_form_find_name           "fifth"
#define SAMPLE_carom_fit_law_of_speed_e             NULL
#define SAMPLE_carom_fit_law_of_speed_mu            NULL
#define SAMPLE_carom_fit_form_name                  "fifth"
#define SAMPLE_carom_params_set_speed_form_c        here->out[0]
#define SAMPLE_carom_params_set_speed_form_count    1
#define SAMPLE_carom_fit_model_from_law_of_speed_e  NULL
#define SAMPLE_carom_fit_model_from_law_of_speed_mu NULL
#define SAMPLE_carom_region_interval_faces          here->faces
#define SAMPLE_carom_region_interval_interval       here->out[0]
#define SAMPLE_carom_region_outline_P               (double *)here->memory
#define SAMPLE_carom_region_mesh_contact            &here->space
#define SAMPLE_carom_region_mesh_mu                 0.4
#define SAMPLE_carom_region_mesh_face               CAROM_BOUNDARY_ENERGY
#define SAMPLE_carom_region_mesh_around             3
#define SAMPLE_carom_region_mesh_P                  (double *)here->memory
#define SAMPLE_carom_reach_net_law                  &carom_law_routh
#define SAMPLE_carom_reach_net_P                    (double *)here->memory
#define SAMPLE_carom_reach_outline_law              &carom_law_chatterjee2
#define SAMPLE_carom_reach_compute_law              &carom_law_routh
#define SAMPLE_carom_reach_compute_count            1
#define SAMPLE_carom_draw_reach_law                 &carom_law_routh
#define SAMPLE_carom_draw_reach_count               1
#define SAMPLE_carom_draw_region_contact            &here->space
#define SAMPLE_carom_draw_region_law                &carom_law_routh
#define SAMPLE_carom_draw_region_count              1
#define SAMPLE_carom_delassus_compute_delassus                                                                         \
    &(carom_delassus) {                                                                                                \
        0                                                                                                              \
    }
#define SAMPLE_carom_planar_pair_contact_contact &here->space
#define SAMPLE_carom_pair_contact_contact        &here->space
#define SAMPLE_carom_planar_pair_apply_after                                                                           \
    &(carom_planar_pair) {                                                                                             \
        .point = { 0 }                                                                                                 \
    }
#define SAMPLE_carom_pair_apply_after                                                                                  \
    &(carom_pair) {                                                                                                    \
        .point = { 0 }                                                                                                 \
    }
#define SAMPLE_carom_chain_mechanism_mechanism                                                                         \
    &(carom_mechanism) {                                                                                               \
        0                                                                                                              \
    }
#define SAMPLE_carom_probe_delassus_W                here->out[0]
#define SAMPLE_carom_delassus_probe_size             2
#define SAMPLE_carom_system_solve_by_gaps_P          here->out[0]
#define SAMPLE_carom_system_solve_by_gaps_order      here->ints
#define SAMPLE_carom_system_solve_by_gaps_capacity   ROOM
#define SAMPLE_carom_system_solve_by_gaps_impacts    here->ints + ROOM
#define SAMPLE_carom_system_solve_by_gaps_params     &here->carom_system_params
#define SAMPLE_carom_draw_hodograph_figure           here->empty
#define SAMPLE_carom_draw_hodograph_view             &here->view_space
#define SAMPLE_carom_draw_system_figure              here->empty
#define SAMPLE_carom_draw_system_v                   here->unit
#define SAMPLE_carom_draw_system_after               here->unit
#define SAMPLE_carom_draw_history_figure             here->empty
#define SAMPLE_carom_figure_free_figure              here->empty
#define SAMPLE_carom_draw_history_count              2
#define SAMPLE_carom_draw_history_stiffness_ratio    false
#define SAMPLE_carom_field_kind_kind                 0
#define SAMPLE_carom_draw_history_dim                2
#define SAMPLE_carom_figure_create_width             300.0
#define SAMPLE_carom_figure_create_height            200.0
#define SAMPLE_carom_scenario_parse_text             sample_scenario
#define SAMPLE_carom_scenario_parse_length           strlen(sample_scenario)
#define SAMPLE_carom_drop_parse_text                 sample_drop
#define SAMPLE_carom_drop_parse_length               strlen(sample_drop)
#define SAMPLE_carom_drop_scene_law                  0
#define SAMPLE_carom_drop_law_name_law               0
#define SAMPLE_carom_drop_plane_name_plane           0
#define SAMPLE_carom_scenario_solve_law              &carom_law_routh
#define SAMPLE_carom_scenario_solve_report           &here->made
#define SAMPLE_carom_report_write_text               here->text
#define SAMPLE_carom_sweep_parse_text                sample_study
#define SAMPLE_carom_sweep_parse_length              strlen(sample_study)
#define SAMPLE_carom_sweep_count_value               0
#define SAMPLE_carom_sweep_name_index                0
#define SAMPLE_carom_scenario_write_pair_text        here->text
#define SAMPLE_carom_scenario_write_planar_pair_text here->text
#define SAMPLE_carom_scenario_schema_text            here->text
#define SAMPLE_carom_scenario_schema_form            "scenario"
#define SAMPLE_carom_scenario_speeds_after_scenario  here->chain
#define SAMPLE_carom_scenario_speeds_after_u         here->out[0]

#endif
