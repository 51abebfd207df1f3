/* What libtiff's `configure` finds out on a 64-bit GNU system without further libraries. */
#include "tiffconf.h"
#define HAVE_ASSERT_H 1
#define HAVE_FCNTL_H 1
#define HAVE_GETOPT 1
#define HAVE_MMAP 1
#define HAVE_STRINGS_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_UNISTD_H 1
#define SIZEOF_SIZE_T 8
#define WORDS_BIGENDIAN 0
#define TIFF_SIZE_FORMAT "zu"
#define TIFF_SSIZE_FORMAT PRId64
#define PACKAGE "tiff"
#define PACKAGE_NAME "LibTIFF Software"
#define PACKAGE_VERSION "4"
