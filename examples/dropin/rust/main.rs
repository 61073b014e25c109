// An impact from Rust, with carom.h and carom.c in this folder:
//   cc -O2 -c carom.c bridge.c && ar rcs libcarom.a carom.o bridge.o
//   rustc -L . main.rs && ./main
use std::ffi::CStr;
use std::os::raw::{c_char, c_int};

#[link(name = "carom", kind = "static")]
#[link(name = "m")]
extern "C" {
    fn carom_version() -> *const c_char;
    fn carom_status_message(status: c_int) -> *const c_char;
    fn bridge_routh(w: *const f64, v: *const f64, e: f64, mu: f64, p: *mut f64, after: *mut f64) -> c_int;
}

struct Impact {
    impulse: [f64; 2],
    velocity: [f64; 2],
}

fn routh(w: [f64; 3], v: [f64; 2], e: f64, mu: f64) -> Result<Impact, String> {
    let mut x = Impact { impulse: [0.0; 2], velocity: [0.0; 2] };
    unsafe {
        let status = bridge_routh(w.as_ptr(), v.as_ptr(), e, mu, x.impulse.as_mut_ptr(), x.velocity.as_mut_ptr());
        if status == 0 { Ok(x) } else { Err(CStr::from_ptr(carom_status_message(status)).to_string_lossy().into_owned()) }
    }
}

fn main() {
    println!("carom {}", unsafe { CStr::from_ptr(carom_version()) }.to_string_lossy());
    // A rod of 1 kg, inclined by 45 degrees, hits the ground with one end.
    match routh([2.5, -1.5, 2.5], [-1.0, 0.6], 0.5, 0.7) {
        Ok(x) => println!("P = ({:.3}, {:.3}) N s, v' = ({:.3}, {:.3}) m/s", x.impulse[0], x.impulse[1], x.velocity[0], x.velocity[1]),
        Err(message) => println!("{message}"),
    }
    if let Err(message) = routh([2.5, -1.5, 2.5], [-1.0, 0.6], 0.5, -1.0) {
        println!("mu = -1: {message}");
    }
}
