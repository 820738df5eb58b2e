package recipe

// Suite is the Debian release that sources and data come from.
const Suite = "trixie"

const (
	pythonVersion = "3.13.5"
	pythonShort   = "3.13"
)

// Pin is an upstream source that the recipe was written for. To raise one, change Version, Tarball and SHA256, build, and if it is
// python3.13 record the answers of its configure again (see facts.go).
type Pin struct {
	Name    string // Debian's source package
	Version string // upstream's, as Debian writes it
	Tarball string
	SHA256  string
	Env     string // the environment variable that names an unpacked source to use instead
}

var pins = []Pin{
	{
		Name: "python3.13", Version: pythonVersion, Env: "CPYTHON_SRC",
		Tarball: "python3.13_3.13.5.orig.tar.xz", SHA256: "93e583f243454e6e9e4588ca2c2662206ad961659863277afcdb96801647d640",
	},
	{
		Name: "zlib", Version: "1.3.dfsg+really1.3.1", Env: "ZLIB_SRC",
		Tarball: "zlib_1.3.dfsg+really1.3.1.orig.tar.gz", SHA256: "60dd315c07f616887caa029408308a018ace66e3d142726a97db164b3b8f69fb",
	},
	{
		Name: "bzip2", Version: "1.0.8", Env: "BZIP2_SRC",
		Tarball: "bzip2_1.0.8.orig.tar.gz", SHA256: "ab5a03176ee106d3f0fa90e381da478ddae405918153cca248e682cd0c4a2269",
	},
	{
		Name: "xz-utils", Version: "5.8.1", Env: "XZ_SRC",
		Tarball: "xz-utils_5.8.1.orig.tar.xz", SHA256: "0b54f79df85912504de0b14aec7971e3f964491af1812d83447005807513cd9e",
	},
	{
		Name: "sqlite3", Version: "3.46.1", Env: "SQLITE_SRC",
		Tarball: "sqlite3_3.46.1.orig.tar.xz", SHA256: "d0cdd2ece271b29e7ce18095745d892517ee26d0f270065b3a25c2e9eb11639c",
	},
}

func pin(name string) Pin {
	for _, p := range pins {
		if p.Name == name {
			return p
		}
	}
	panic("recipe: no pin for " + name)
}

// Binary packages of Suite.
var (
	sysrootPackages  = []string{"wasi-libc"}
	zoneinfoPackages = []string{"tzdata", "tzdata-legacy"} // legacy has US/Eastern and its like
	// pythonPackages are a CPython of pythonVersion with all it needs to run from a folder.
	pythonPackages = []string{
		"python3.13-minimal", "libpython3.13-minimal", "libpython3.13-stdlib",
		"libc6", "libexpat1", "zlib1g", "libbz2-1.0", "liblzma5", "libffi8", "libssl3t64", "libsqlite3-0",
	}
)
