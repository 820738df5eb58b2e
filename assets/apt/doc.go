// Package apt fetches packages of one Debian release through a private configuration: its own list of sources, its own state and cache
// folders. It needs no root, changes nothing on the machine, and takes the address of the mirror from the machine's own configuration.
package apt
