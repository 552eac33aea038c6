import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, isAbsolute, join } from 'node:path';
import { isObject } from '@toolwire/internal';
import type { Host, Places, Scope } from '../hosts/host.ts';
import { safeLine } from '../safe-text.ts';

/** Why a server cannot work that a host is told of. */
export interface Broken {
  readonly why: string;
  readonly advice: string;
}

interface Where {
  readonly scope: Scope;
  readonly places: Places;
}

/** Why a host could not start or reach a server; nothing where it may. */
export async function brokenServer(host: Host, name: string, form: unknown, where: Where): Promise<Broken | undefined> {
  const fields = isObject(form) ? form : {};
  const url = [fields['url'], fields['httpUrl'], fields['serverUrl']].find((value) => typeof value === 'string');
  const command = Array.isArray(fields['command']) ? fields['command'] : [fields['command'], ...listIn(fields['args'])];
  const [program, ...args] = command.filter((word) => typeof word === 'string');
  if (url !== undefined) return brokenAddress(host, name, url);
  if (program === undefined || program === '') {
    return {
      why: 'has neither an address nor a command',
      advice: `Write it anew: toolwire configure ${host.name} TARGET --name ${name}`,
    };
  }
  return brokenCommand(program, args, where);
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

async function brokenAddress(host: Host, name: string, url: string): Promise<Broken | undefined> {
  if (host.remote === undefined) {
    return {
      why: `has an address, and ${host.title} starts commands alone`,
      advice: `Let it run the bridge: toolwire configure ${host.name} ${safeLine(url)} --name ${safeLine(name)}`,
    };
  }
  // A variable that the host fills in.
  if (/\$\{|^\$/.test(url)) return undefined;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    return {
      why: `has '${safeLine(url)}', which is no address`,
      advice: 'Give the whole address, such as https://example.com/mcp.',
    };
  }
  const { hostname, port, protocol } = new URL(url);
  const isHere = /^(?:localhost|127\.|\[::1\])/.test(hostname);
  if (
    !isHere ||
    (await listens(hostname.replaceAll(/[[\]]/g, ''), Number(port) || (protocol === 'https:' ? 443 : 80)))
  ) {
    return undefined;
  }
  return {
    why: `is to be at ${safeLine(url)}, where nobody listens`,
    advice: 'Start the server, or take it out of the file.',
  };
}

const patienceMs = 2000;

function listens(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: patienceMs });
    const end = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

function brokenCommand(program: string, args: readonly string[], { scope, places }: Where): Broken | undefined {
  const isPath = /[\\/]/.test(program);
  const script = args.find((word) => /\.(?:[cm]?[jt]s|py)$/.test(word) && !word.startsWith('-') && !word.includes('$'));
  const files = [...(isPath && !program.includes('$') ? [program] : []), ...(script === undefined ? [] : [script])];
  for (const file of files) {
    if (!isAbsolute(file) && scope === 'user') {
      return {
        why: `names ${safeLine(file)}, which is sought wherever the host was started`,
        advice: 'Write the whole path, from the root.',
      };
    }
    if (!existsSync(isAbsolute(file) ? file : join(places.folder, file))) {
      return {
        why: `names ${safeLine(file)}, which is not there`,
        advice: 'Mend the path, or build what belongs there.',
      };
    }
  }
  if (isPath || isInPath(program, places)) return undefined;
  return {
    why: `is started by ${safeLine(program)}, which is not installed`,
    advice: `Install ${safeLine(program)}, or write the whole path of the program.`,
  };
}

function isInPath(program: string, { environment, platform }: Places): boolean {
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter);
  const endings = platform === 'win32' ? ['', ...(environment['PATHEXT'] ?? '.EXE;.CMD').split(';')] : [''];
  return folders.some(
    (folder) => folder !== '' && endings.some((ending) => existsSync(join(folder, program + ending))),
  );
}
