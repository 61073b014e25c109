/** The functions of the library that are called here; wasm/build.sh exports them, one per line. */
type Exported =
    | "js_field_count"
    | "js_fields"
    | "js_default_params"
    | "js_default_system_params"
    | "js_law_look"
    | "js_mode_look"
    | "js_ink_look"
    | "js_batch"
    | "js_describe"
    | "js_describe_system"
    | "js_describe_planar"
    | "js_describe_pair"
    | "js_motion"
    | "carom_version"
    | "carom_law_at"
    | "carom_params_set_by_name"
    | "carom_choice_at"
    | "carom_collide"
    | "carom_trace"
    | "carom_collide_all"
    | "carom_check"
    | "carom_region_compute"
    | "carom_region_corners"
    | "carom_region_outline"
    | "carom_reach_outline"
    | "carom_region_end_line"
    | "carom_hodograph_compute"
    | "carom_planar_pair_contact"
    | "carom_planar_pair_frame"
    | "carom_planar_pair_apply"
    | "carom_pair_contact"
    | "carom_pair_frame"
    | "carom_pair_apply"
    | "carom_system_memory_size"
    | "carom_system_solve"
    | "carom_enum_name"
    | "carom_enum_meaning"
    | "carom_status_name"
    | "carom_status_message"
    | "carom_status_classify";

/** Values of carom_enum (carom/carom.h). */
export const Enum = { mode: 1, event: 2, violation: 3, guarantee: 4, invariant: 7 } as const;

export type Library = Record<Exported, (...args: number[]) => number> & {
    memory: WebAssembly.Memory;
    __heap_base: WebAssembly.Global;
    _initialize(): void;
};
