package recipe

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// fact is a set of answers to configure's questions, and the digest of the pyconfig.h that it made when it asked them itself.
//
// To record another: build with the C library in question, which then takes minutes longer and leaves configure/config.cache in the
// build's folder. Take its ac_cv_ lines without those about programs (ac_cv_path, ac_cv_prog_ac_ct) and about the environment
// (ac_cv_env, ac_cv_build, ac_cv_host), and the digest from the log.
type fact struct {
	sysroot  string // version of the Debian package wasi-libc
	file     string
	pyconfig string // SHA-256 of pyconfig.h
}

var facts = []fact{
	{
		sysroot: "0.0~git20241209.574b88d-2", file: "facts/wasi-libc-20241209.site",
		pyconfig: "1dd098d9e66f0722cd7aa054d49d5ed1adbf997ccfbbb8aa19cf628b2e0889f9",
	},
}

// known returns the answers for this build, and false if configure has to ask.
func (r *Recipe) known() (fact, bool) {
	version, err := os.ReadFile(r.path("sysroot", "version"))
	if err != nil || len(r.libraries()) != len(allLibraries) {
		return fact{}, false
	}
	i := slices.IndexFunc(facts, func(f fact) bool { return f.sysroot == string(version) })
	if i < 0 {
		return fact{}, false
	}
	return facts[i], true
}

// unwanted are modules that cannot work here, whatever configure finds on the machine it runs on.
var unwanted = words("readline _ctypes _uuid _curses _curses_panel _dbm _gdbm _tkinter _ssl _hashlib xxsubtype _testexternalinspection")

// decisions answers what is ours to say: which modules there are, and that the libraries made for them are usable. They need not be
// there yet when configure runs.
func (r *Recipe) decisions() string {
	var b strings.Builder
	no := slices.Clone(unwanted)
	for _, l := range allLibraries {
		if !slices.ContainsFunc(r.libraries(), func(have library) bool { return have.name == l.name }) {
			no = append(no, l.modules...)
		}
	}
	for _, module := range no {
		fmt.Fprintf(&b, "py_cv_module_%s=n/a\n", module)
	}
	for _, l := range r.libraries() {
		switch l.name {
		case "z":
			b.WriteString("ac_cv_header_zlib_h=yes\nac_cv_lib_z_gzread=yes\nac_cv_lib_z_inflateCopy=yes\n")
		case "bz2":
			b.WriteString("ac_cv_header_bzlib_h=yes\nac_cv_lib_bz2_BZ2_bzCompress=yes\n")
		case "lzma":
			b.WriteString("ac_cv_header_lzma_h=yes\nac_cv_lib_lzma_lzma_easy_encoder=yes\n")
		case "sqlite3":
			b.WriteString("ac_cv_header_sqlite3_h=yes\nac_cv_lib_sqlite3_sqlite3_serialize=yes\n")
			for _, f := range words("bind_double column_decltype column_double complete progress_handler result_double set_authorizer trace_v2 trace value_double") {
				fmt.Fprintf(&b, "ac_cv_lib_sqlite3_sqlite3_%s=yes\n", f)
			}
			b.WriteString("ac_cv_lib_sqlite3_sqlite3_load_extension=no\n")
		}
	}
	return b.String()
}
