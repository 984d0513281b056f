"""Drop root's rights in a folder that another user may write: the process becomes that user.

A command that root runs (`sudo companion backup -o /root/games.tar.gz`) works with the rights of the user whose data
folder it is about. What the command line names outside of that folder is opened by a second process, which keeps root's
rights and does nothing else; there, too, each folder is entered with the rights of its owner. So a link that was put
into a folder reaches only what the owner of that folder reaches anyway.
"""

from __future__ import annotations

import contextlib
import errno
import os
import pwd
import signal
import socket
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import msgspec
from msgspec import Struct

from companion.engine import typed
from companion.engine.files import FileDraft, open_to_read, reach_through

MOST_LINKS: Final = 40  # as many as the kernel follows in one path
MESSAGE_BYTES: Final = 65_536
KILLED: Final = 128
"""Exit status of a process that a signal ended, less the signal's number."""


class FileOwner(NamedTuple):
    """A user and his group by their numbers."""

    uid: int
    gid: int


ROOT: Final = FileOwner(0, 0)


def owner_of(path: Path) -> FileOwner:
    """Return the first owner other than root on the way to `path`: of a folder, a link, or the file itself.

    A path that does not exist belongs to the owner of its folder.
    """
    parts, place, links = list(reversed(path.absolute().parts[1:])), Path("/"), 0
    while parts:
        name = parts.pop()
        place = place.parent if name == ".." else place / name
        try:
            found = place.lstat()
        except OSError:
            break
        if found.st_uid != 0:
            return FileOwner(found.st_uid, found.st_gid)
        if stat.S_ISLNK(found.st_mode):
            links += 1
            if links > MOST_LINKS:
                break
            target = place.readlink()
            place = Path("/") if target.is_absolute() else place.parent
            parts += reversed(target.parts[1:] if target.is_absolute() else target.parts)
    return ROOT


@dataclass(frozen=True)
class OpenableFiles:
    """The files that a command may have opened for it: those that it was given, and those in some folders."""

    files: frozenset[Path] = frozenset()
    folders: tuple[Path, ...] = ()

    def __contains__(self, path: Path) -> bool:
        place = Path(os.path.normpath(path.absolute()))
        return place in self.files or any(folder in place.parents for folder in self.folders)


def openable_files(files: Iterable[Path], folders: Iterable[Path] = ()) -> OpenableFiles:
    """Return the reach of these files, and of all that is below these folders."""
    plain = [Path(os.path.normpath(path.absolute())) for path in files]
    return OpenableFiles(frozenset(plain), tuple(Path(os.path.normpath(path.absolute())) for path in folders))


def as_owner(data: Path, within: OpenableFiles | None, command: Callable[[], int]) -> int:
    """Run a command with the rights of the owner of `data`, if root runs it; its exit status.

    :param within: what root opens for it; None: nothing, and this process itself becomes the owner.
    :raises OSError: if the system does not let this process change its user.
    """
    if os.geteuid() != 0:
        return command()
    owner = owner_of(data)
    if within is None:
        if owner != ROOT:
            _become(owner, data)
        return command()
    if owner == ROOT:
        reach_through(_Here(within))
        try:
            return command()
        finally:
            reach_through(None)
    return _in_two(owner, data, within, command)


def _become(owner: FileOwner, data: Path) -> None:
    """Become the owner of `data`, for good.

    :raises OSError: naming `data`, if the system does not allow it.
    """
    try:
        _take_on(owner)
    except OSError as error:
        raise OSError(error.errno, f"root may not become its owner {owner.uid}: {error.strerror}", str(data)) from error


def _take_on(owner: FileOwner) -> None:
    try:
        user = pwd.getpwuid(owner.uid)
        os.initgroups(user.pw_name, owner.gid)
        os.environ.update(HOME=user.pw_dir, USER=user.pw_name, LOGNAME=user.pw_name)
    except KeyError:  # the system does not know him
        # Groups first: once the effective user is another one the kernel refuses to change them.
        os.setgroups([owner.gid])
        os.environ["HOME"] = "/"
    os.setresgid(owner.gid, owner.gid, owner.gid)
    os.setresuid(owner.uid, owner.uid, owner.uid)


@contextmanager
def acting_as(owner: FileOwner) -> Iterator[None]:
    """Act as the owner of one file, if root runs this; another user has no other rights than his own."""
    if owner == ROOT or os.geteuid() != 0:
        yield
        return
    groups = os.getgroups()
    os.setgroups([owner.gid])
    os.setegid(owner.gid)
    os.seteuid(owner.uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(groups)


# --- with root's rights ---------------------------------------------------------------------------------------------


def _open_named(path: Path) -> int:
    with acting_as(owner_of(path)):
        return open_to_read(path)


def _replacer(path: Path, through: bool = True) -> FileOwner:
    """Return the owner of the folder; of a link that is followed (`through`), the first owner on the way to its
    target."""
    return owner_of(path if through and path.is_symlink() else path.parent)


@contextmanager
def _drafted(path: Path, mode: int, folders: bool, through: bool = True) -> Iterator[FileDraft]:
    owner = _replacer(path, through)
    with acting_as(owner):
        draft = FileDraft(path, mode, folders, through)
    try:
        yield draft
    finally:
        with acting_as(owner):
            draft.close()


@dataclass(frozen=True)
class _Here:
    """Opens files in this process, which is root's and stays so.

    :param through: whether a file that is written may be a link; else the link itself is replaced.
    """

    within: OpenableFiles
    through: bool = True

    def reaches(self, path: Path) -> bool:
        return path in self.within

    def opened(self, path: Path) -> BinaryIO:
        return os.fdopen(_open_named(path), "rb")

    @contextmanager
    def replaced(self, path: Path, mode: int, folders: bool) -> Iterator[BinaryIO]:
        with _drafted(path, mode, folders, self.through) as draft:
            with open(draft.file, "wb", closefd=False) as file:
                yield file
            with acting_as(_replacer(path, self.through)):
                draft.keep()


@contextmanager
def in_place(root: Path) -> Iterator[None]:
    """Within the block, a written file below `root` replaces anything of its name, a link as well, and it is read and
    written with the rights of the first owner on its way. For a process of root's own, without a command line.
    """
    reach_through(_Here(OpenableFiles(folders=(Path(os.path.normpath(root.absolute())),)), through=False))
    try:
        yield
    finally:
        reach_through(None)


# --- two processes: the owner asks, root opens --------------------------------------------------------------------


class _Ask(Struct, frozen=True):
    """`read`, `write` (a draft), or `keep` (the draft that was written last becomes the file)."""

    what: str
    path: str
    mode: int = 0o644
    folders: bool = False


class _Answer(Struct, frozen=True):
    """`error` is an errno; 0: it was done, and a descriptor comes with it, if one was asked for."""

    error: int = 0


def _in_two(owner: FileOwner, data: Path, within: OpenableFiles, command: Callable[[], int]) -> int:
    """Run the command in a child, while this process keeps root's rights and waits; the child ends with it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    sys.stdout.flush()
    sys.stderr.flush()
    # After the flush: else both processes would write what is buffered.
    child = os.fork()
    if child == 0:
        ours.close()
        _become(owner, data)
        reach_through(_There(theirs, within))
        sys.exit(command())
    # `recv` ends with the child only if no other descriptor of its end is open.
    theirs.close()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _frame: os.kill(child, number))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends it to the child, too
    with ours, contextlib.ExitStack() as drafts:
        _serve(ours, within, drafts)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else KILLED - code


def _serve(ours: socket.socket, within: OpenableFiles, drafts: contextlib.ExitStack) -> None:
    """Answer until the child has ended."""
    open_now: dict[str, FileDraft] = {}
    while message := _next(ours):
        given: list[int] = []
        try:
            ask = typed.from_json(message, _Ask)
            path = Path(os.path.normpath(os.fsdecode(ask.path.encode("latin-1"))))
            if path not in within:
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            match ask.what:
                case "read":
                    given = [_open_named(path)]
                    drafts.callback(os.close, given[0])
                case "write":
                    folders = ask.folders and path not in within.files
                    draft = open_now[ask.path] = drafts.enter_context(_drafted(path, ask.mode & 0o777, folders))
                    given = [draft.file]
                case _:
                    with acting_as(_replacer(path)):
                        open_now.pop(ask.path).keep()
        except (msgspec.MsgspecError, UnicodeError, KeyError):
            told = _Answer(errno.EINVAL)
        except OSError as error:
            told = _Answer(error.errno or errno.EIO)
        else:
            told = _Answer()
        socket.send_fds(ours, [msgspec.json.encode(told)], given)


def _next(ours: socket.socket) -> bytes:
    try:
        return ours.recv(MESSAGE_BYTES)
    except ConnectionResetError:  # it ended before it had heard all
        return b""


@dataclass(frozen=True)
class _There:
    """Asks the process that has kept root's rights."""

    socket: socket.socket
    within: OpenableFiles

    def reaches(self, path: Path) -> bool:
        return path in self.within

    def opened(self, path: Path) -> BinaryIO:
        return os.fdopen(self._ask("read", path), "rb")

    @contextmanager
    def replaced(self, path: Path, mode: int, folders: bool) -> Iterator[BinaryIO]:
        with os.fdopen(self._ask("write", path, mode, folders), "wb") as file:
            yield file
        self._ask("keep", path)

    def _ask(self, what: str, path: Path, mode: int = 0o644, folders: bool = False) -> int:
        """Return the descriptor that comes with the answer; -1 without one.

        :raises OSError: as the other process had it.
        """
        name = os.fsencode(path.absolute()).decode("latin-1")
        self.socket.sendall(msgspec.json.encode(_Ask(what, name, mode, folders)))
        message, given, _flags, _from = socket.recv_fds(self.socket, MESSAGE_BYTES, 1)
        told = typed.from_json(message, _Answer)
        if told.error:
            raise OSError(told.error, os.strerror(told.error), str(path))
        return given[0] if given else -1
