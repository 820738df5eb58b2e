package apt_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime/assets/apt"
)

func machine(files map[string]string) fstest.MapFS {
	root := fstest.MapFS{}
	for name, text := range files {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return root
}

const bookworm = "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian\nVERSION_CODENAME=bookworm\n"

func TestTheMirrorIsTheOneOfTheMachinesOwnRelease(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  apt.Mirror
	}{
		"one line per entry": {
			files: map[string]string{"etc/apt/sources.list": "# ours\ndeb http://mirror.test/debian bookworm main contrib\ndeb-src http://mirror.test/debian bookworm main\n"},
			want:  apt.Mirror{URI: "http://mirror.test/debian", Keyring: apt.DebianKeyring},
		},
		"one line with options": {
			files: map[string]string{"etc/apt/sources.list": "deb [arch=amd64 signed-by=/etc/keys/a.gpg] https://mirror.test/d/ stable main # best\n"},
			want:  apt.Mirror{URI: "https://mirror.test/d/", Keyring: "/etc/keys/a.gpg"},
		},
		"paragraphs": {
			files: map[string]string{"etc/apt/sources.list.d/debian.sources": "Types: deb\n# a comment\nURIs: http://mirror.test/debian\nSuites: bookworm bookworm-updates\nComponents: main\nSigned-By: /etc/keys/b.gpg\n"},
			want:  apt.Mirror{URI: "http://mirror.test/debian", Keyring: "/etc/keys/b.gpg"},
		},
		"paragraphs over several lines, with the key itself": {
			files: map[string]string{"etc/apt/sources.list.d/debian.sources": "Types: deb deb-src\nURIs:\n http://mirror.test/debian\nSuites:\n bookworm\nComponents: main\nSigned-By:\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n mQ\n"},
			want:  apt.Mirror{URI: "http://mirror.test/debian", Keyring: apt.DebianKeyring},
		},
		"security updates, other vendors, discs and what is switched off are passed over": {
			files: map[string]string{
				"etc/apt/sources.list":                 "deb cdrom:[Debian 12]/ bookworm main\ndeb http://security.test/ bookworm-security main\n",
				"etc/apt/sources.list.d/a.sources":     "Enabled: no\nTypes: deb\nURIs: http://off.test\nSuites: bookworm\nComponents: main\n\nTypes: deb\nURIs: http://vendor.test\nSuites: nodistro\nComponents: main\n",
				"etc/apt/sources.list.d/b.list":        "deb http://right.test/debian bookworm main\n",
				"etc/apt/sources.list.d/c.list.unused": "deb http://wrong.test/debian bookworm main\n",
			},
			want: apt.Mirror{URI: "http://right.test/debian", Keyring: apt.DebianKeyring},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.files["etc/os-release"] = bookworm
			got, err := apt.MachineMirror(machine(c.files))
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}

func TestAMachineThatIsNotDebianHasNoMirror(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"no os-release":    {},
		"another system":   {"etc/os-release": "ID=ubuntu\nVERSION_CODENAME=noble\n", "etc/apt/sources.list": "deb http://mirror.test/ noble main\n"},
		"nothing listed":   {"etc/os-release": bookworm},
		"no main":          {"etc/os-release": bookworm, "etc/apt/sources.list": "deb http://mirror.test/ bookworm contrib\n"},
		"broken entries":   {"etc/os-release": bookworm, "etc/apt/sources.list": "deb\ndeb [signed-by=/x http://mirror.test bookworm main\nnonsense\n"},
		"half a paragraph": {"etc/os-release": bookworm, "etc/apt/sources.list.d/x.sources": "Types: deb\nURIs\n more\nComponents: main\n"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := apt.MachineMirror(machine(files))
			assert.ErrorIs(t, err, apt.ErrNoMirror)
		})
	}
}

func TestVersionsAreOrderedAsDebianOrdersThem(t *testing.T) {
	ascending := []string{
		"0~", "0", "0+a", "1.0~rc1-1", "1.0-1", "1.0-1+deb13u1", "1.0-1+deb13u2", "1.0-1+deb13u10", "1.0-2", "1.0a-1", "1.0+b-1", "1.9-1", "1.10-1",
		"3.13.5-2", "3.13.5-2+deb13u5", "3.13.6-1", "1:0.1-1", "1:1.3.dfsg+really1.3.1-1", "1:1.3.dfsg+really1.3.1-1+deb13u1",
	}
	for i, a := range ascending {
		for j, b := range ascending {
			got := apt.CompareVersions(a, b)
			assert.Equal(t, i < j, got < 0, "%s < %s", a, b)
			assert.Equal(t, i == j, got == 0, "%s = %s", a, b)
		}
	}
	assert.Zero(t, apt.CompareVersions("1.01", "1.1"))
}

func TestTheUpstreamVersionHasNoEpochAndNoRevision(t *testing.T) {
	for version, want := range map[string]string{"1:1.3.dfsg+really1.3.1-1+deb13u1": "1.3.dfsg+really1.3.1", "3.13.5-2": "3.13.5", "2026f-0+deb13u1": "2026f", "1.0": "1.0", "1-2-3": "1-2"} {
		assert.Equal(t, want, apt.Revision{Version: version}.Upstream(), version)
	}
}
