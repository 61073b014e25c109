# One HDF5 for everything: CAROM_HDF5_FOUND, CAROM_HDF5_INCLUDE_DIRS, CAROM_HDF5_LINK_LIBRARIES. Carom writes its files'
# bytes itself and needs no parallel HDF5, so the serial library comes first; two in one process would share their
# symbols. The pkg-config name "hdf5" is whichever was installed last, so each is asked for by its own.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_search_module(CAROM_HDF5 QUIET hdf5-serial hdf5 hdf5-openmpi)
endif()
