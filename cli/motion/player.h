// The page that plays motions, closed by a zero. /*DATA*/ in it is replaced by what it plays.
#ifndef CAROM_MOTION_PICTURE_PLAYER_H
#define CAROM_MOTION_PICTURE_PLAYER_H

extern const unsigned char carom_motion_player[];

#endif
