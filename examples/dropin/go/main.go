// An impact from Go, with carom.h and carom.c in this folder; cgo compiles carom.c with the program:
//
//	go mod init impact && go run .
package main

// #cgo LDFLAGS: -lm
// #include "carom.h"
import "C"

import "fmt"

func main() {
	fmt.Println("carom", C.GoString(C.carom_version()))
	// A rod of 1 kg, inclined by 45 degrees, hits the ground with one end.
	contact := C.carom_contact{dim: 2}
	contact.W = [3][3]C.double{{2.5, -1.5}, {-1.5, 2.5}}
	contact.v = [3]C.double{-1.0, 0.6}
	params := C.carom_params_default()
	params.e = 0.5
	params.mu = 0.7
	var result C.carom_result
	status := C.carom_collide(&C.carom_law_routh, &contact, &params, &result)
	if status != C.CAROM_OK {
		fmt.Println(C.GoString(C.carom_status_message(status)))
		return
	}
	fmt.Printf("P = (%.3f, %.3f) N s, %s\n", float64(result.P[0]), float64(result.P[1]), C.GoString(C.carom_mode_name(result.mode)))
}
