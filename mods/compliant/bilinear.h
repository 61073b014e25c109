// The bilinear normal spring with its two ways of unloading, shared by stronge and bilinear-spring.
#ifndef CAROM_COMPLIANT_BILINEAR_H
#define CAROM_COMPLIANT_BILINEAR_H

#include "contact.h"

extern const carom_normal carom_bilinear[2]; // by carom_unloading

#endif
