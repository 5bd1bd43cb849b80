"""Applies a container engine's seccomp profile to a program, by the library that engines use, without an engine:

    python3 seccomp-profile.py PROFILE run PROGRAM [ARGUMENT ...]
    python3 seccomp-profile.py PROFILE attempt CALL ...     makes these system calls, and prints what came of each

As in the image, neither is done as root.
"""

import ctypes
import errno
import json
import os
import sys

ORDINARY_USER = 1000
# seccomp.h of libseccomp. Engines refuse with EPERM.
ACTIONS = {"SCMP_ACT_ALLOW": 0x7FFF0000, "SCMP_ACT_ERRNO": 0x00050000 | errno.EPERM}
UNKNOWN_CALL = -1

libc = ctypes.CDLL(None, use_errno=True)
library = ctypes.CDLL("libseccomp.so.2")
library.seccomp_init.restype = ctypes.c_void_p


def number_of(name):
    """Negative for a call of other processors only."""
    return library.seccomp_syscall_resolve_name(name.encode())


def token_of(architecture):
    return library.seccomp_arch_resolve_name(architecture.removeprefix("SCMP_ARCH_").lower().encode())


def succeed(status):
    if status < 0:
        raise OSError(-status, os.strerror(-status))


def confine(profile):
    """For the rest of this process's life, and for whatever it starts."""
    if os.getuid() == 0:
        os.setgroups([])
        os.setresgid(*[ORDINARY_USER] * 3)
        os.setresuid(*[ORDINARY_USER] * 3)
    if unknown := {*profile} - {"defaultAction", "archMap", "syscalls"}:
        raise SystemExit(f"{unknown} of the profile would be left out")
    context = ctypes.c_void_p(library.seccomp_init(ACTIONS[profile["defaultAction"]]))
    native = library.seccomp_arch_native()
    for entry in profile["archMap"]:
        if token_of(entry["architecture"]) == native:
            for further in entry["subArchitectures"]:
                succeed(library.seccomp_arch_add(context, token_of(further)))
    for rule in profile["syscalls"]:
        if unknown := {*rule} - {"comment", "names", "action"}:
            raise SystemExit(f"{unknown} of a rule would be left out")
        for name in rule["names"]:
            if number_of(name) != UNKNOWN_CALL:
                succeed(library.seccomp_rule_add(context, ACTIONS[rule["action"]], number_of(name), 0))
            # Engines skip such a name, so that a misspelt one would refuse nothing.
            elif rule["action"] != "SCMP_ACT_ALLOW":
                raise SystemExit(f"{name} is no system call")
    # Also sets no_new_privs, as `no-new-privileges` does.
    succeed(library.seccomp_load(context))


def attempt(names):
    """Without arguments, which no call can do harm with that an ordinary user makes."""
    outcomes = {}
    for name in names:
        if number_of(name) >= 0:
            failed = libc.syscall(number_of(name), 0, 0, 0, 0, 0, 0) == -1
            outcomes[name] = errno.errorcode[ctypes.get_errno()] if failed else "done"
    print(json.dumps(outcomes))


with open(sys.argv[1], encoding="utf-8") as file:
    profile = json.load(file)
confine(profile)
if sys.argv[2] == "attempt":
    attempt(sys.argv[3:])
else:
    os.execvp(sys.argv[3], sys.argv[3:])
