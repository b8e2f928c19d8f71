/** What a process did to the file system and the network, read from `strace -f -y -e trace=%file,connect`. */
export interface Touch {
  readonly call: string;
  readonly path: string;
  readonly kind: 'read' | 'write' | 'run' | 'connect';
}

const CALL = /^(?:\[pid +\d+\] |\d+ +)?(\w+)\((.*)\) += (-?\d+|\?)(?:<(.*?)>)?/;
const UNFINISHED = /^(?:\[pid +\d+\] |(\d+) +)(\w+)\((.*) <unfinished \.\.\.>$/;
const RESUMED = /^(?:\[pid +\d+\] |(\d+) +)<\.\.\. \w+ resumed>(.*)$/;
const PATH = /"((?:[^"\\]|\\.)*)"/g;
const WRITING_FLAGS = /O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)/;
const CHANGES: ReadonlySet<string> = new Set(
  [
    'chmod chown creat fchmodat fchownat lchown link linkat mkdir mkdirat mknod mknodat rename renameat renameat2 rmdir symlink',
    'symlinkat truncate unlink unlinkat utime utimensat utimes setxattr lsetxattr removexattr',
  ].flatMap((line) => line.split(' ')),
);
const OPENS: ReadonlySet<string> = new Set(['open', 'openat', 'openat2']);

/** Threads interleave: the two halves of a call are put together again, by their process. */
function wholeLines(trace: string): string[] {
  const begun = new Map<string, string>();
  return trace.split('\n').flatMap((line) => {
    const start = UNFINISHED.exec(line);
    if (start !== null) {
      begun.set(start[1] ?? '', `${start[2]}(${start[3]}`);
      return [];
    }
    const end = RESUMED.exec(line);
    return [end === null ? line : `${begun.get(end[1] ?? '') ?? ''}${end[2]}`];
  });
}

function touchesOf(line: string): Touch[] {
  const [, call = '', args = '', result = '', opened] = CALL.exec(line) ?? [];
  const paths = [...args.matchAll(PATH)].map(([, path = '']) => path);
  if (call === 'execve') return paths.slice(0, 1).map((path) => ({ call, path, kind: 'run' }));
  if (call === 'connect') return args.includes('AF_INET') ? [{ call, path: args, kind: 'connect' }] : [];
  if (CHANGES.has(call)) return paths.map((path) => ({ call, path, kind: 'write' }));
  if (!OPENS.has(call)) return [];
  const kind = WRITING_FLAGS.test(args) ? 'write' : 'read';
  // What was opened tells more than what was asked for: a link may have led elsewhere. A failed read has read nothing.
  if (result.startsWith('-')) return kind === 'read' ? [] : paths.slice(0, 1).map((path) => ({ call, path, kind }));
  return [{ call, path: opened ?? paths[0] ?? '', kind }];
}

export function parseTrace(trace: string): Touch[] {
  return wholeLines(trace).flatMap(touchesOf);
}

/** Where a run may read, where it may write, and what it may start. */
export interface Boundary {
  readonly mayRead: RegExp;
  readonly mayWrite: (path: string) => boolean;
  readonly mayRun: (path: string) => boolean;
}

export function strayTouches(touches: readonly Touch[], { mayRead, mayWrite, mayRun }: Boundary): string[] {
  const isAllowed = ({ kind, path }: Touch): boolean => {
    if (kind === 'connect') return false;
    if (kind === 'run') return mayRun(path);
    return mayWrite(path) || (kind === 'read' && mayRead.test(path));
  };
  return touches.filter((touch) => !isAllowed(touch)).map(({ kind, call, path }) => `${kind} ${path} (${call})`);
}
