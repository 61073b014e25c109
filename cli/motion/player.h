// Contains the page that plays motions, ended by a zero byte. The motions replace /*DATA*/ in it.
#ifndef CAROM_MOTION_PICTURE_PLAYER_H
#define CAROM_MOTION_PICTURE_PLAYER_H

extern const unsigned char carom_motion_player[];

#endif
