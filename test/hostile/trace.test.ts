import { expect, it } from 'vitest';
import { parseTrace, strayTouches } from './trace.ts';

const TRACE = String.raw`101 execve("/usr/bin/node", ["node", "main.js"], 0x7ffd /* 3 vars */) = 0
101 openat(AT_FDCWD</w>, "/etc/ld.so.cache", O_RDONLY|O_CLOEXEC) = 3</etc/ld.so.cache>
101 openat(AT_FDCWD</w>, "/s/link.json", O_RDONLY|O_CLOEXEC) = 4</home/ada/secret.json>
101 openat(AT_FDCWD</w>, "/home/ada/none", O_RDONLY) = -1 ENOENT (No such file or directory)
101 openat(AT_FDCWD</w>, "/home/ada/new", O_WRONLY|O_CREAT|O_EXCL, 0600) = -1 EACCES (Permission denied)
102 openat(AT_FDCWD</w>, "/s/a b\".json", O_RDWR|O_CREAT, 0600 <unfinished ...>
101 statx(AT_FDCWD</w>, "/home", 0, STATX_ALL, {}) = 0
102 <... openat resumed>) = 5</s/a b".json>
101 rename("/s/.x.tmp", "/tmp/x") = 0
101 connect(7<socket:[1]>, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("1.2.3.4")}, 16) = 0
101 connect(8<socket:[2]>, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 110) = -1 ENOENT (No such file or directory)
101 --- SIGURG {si_signo=SIGURG} ---
101 +++ exited with 0 +++`;

it('a trace tells what was read, written, started and called', () => {
  expect(parseTrace(TRACE).map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    'run /usr/bin/node',
    'read /etc/ld.so.cache',
    'read /home/ada/secret.json',
    'write /home/ada/new',
    'write /s/a b".json',
    'write /s/.x.tmp',
    'write /tmp/x',
    expect.stringContaining('connect 7<socket:[1]>'),
  ]);
});

it('what lies outside the boundary is named', () => {
  const boundary = {
    mayRead: /^\/etc\//,
    mayWrite: (path: string) => path.startsWith('/s/'),
    mayRun: (path: string) => path === '/bin/sh',
  };
  expect(strayTouches(parseTrace(TRACE), boundary)).toEqual([
    'run /usr/bin/node (execve)',
    'read /home/ada/secret.json (openat)',
    'write /home/ada/new (openat)',
    'write /tmp/x (rename)',
    expect.stringMatching(/^connect .*1\.2\.3\.4/),
  ]);
});
