import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { outputOf } from './run.ts';

/** What a Dockerfile makes, as folders of this machine. */
export interface Followed {
  /** The folder of `/` in the last stage. */
  readonly folder: string;
  /** Where in it the program begins. */
  readonly workingFolder: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly ports: readonly number[];
}

interface Stage {
  readonly folder: string;
  workingFolder: string;
  command: readonly string[];
  environment: Record<string, string>;
  user: string;
  ports: number[];
}

/** Runs a Dockerfile without a container: each stage is a folder, and its commands run there with the Node of this machine. */
export async function followDockerfile(
  text: string,
  ignored: readonly string[],
  context: string,
  folder: string,
): Promise<Followed> {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const [, word = '', rest = ''] of text.replaceAll('\\\n', ' ').matchAll(/^([A-Z]+) +(.+)$/gm)) {
    if (word === 'FROM') {
      const [, name = String(stages.size)] = / AS (\S+)$/i.exec(rest) ?? [];
      stage = { folder: join(folder, name), workingFolder: '/', command: [], environment: {}, user: 'root', ports: [] };
      mkdirSync(stage.folder, { recursive: true });
      stages.set(name, stage);
    } else if (stage === undefined) throw new Error(`${word} is before FROM`);
    else await take(stage, word, rest, { context, ignored, stages });
  }
  if (stage === undefined) throw new Error('There is no FROM');
  return { ...stage, workingFolder: join(stage.folder, stage.workingFolder) };
}

/** The sources of copies. */
interface Sources {
  readonly context: string;
  /** What `.dockerignore` names. */
  readonly ignored: readonly string[];
  readonly stages: ReadonlyMap<string, Stage>;
}

async function take(stage: Stage, word: string, rest: string, sources: Sources): Promise<void> {
  if (word === 'WORKDIR') {
    stage.workingFolder = posix.resolve(stage.workingFolder, rest);
    mkdirSync(join(stage.folder, stage.workingFolder), { recursive: true });
  } else if (word === 'COPY') copy(stage, rest.split(/ +/), sources);
  else if (word === 'RUN') await outputOf('sh', ['-c', rest], join(stage.folder, stage.workingFolder));
  else if (word === 'ENV') Object.assign(stage.environment, Object.fromEntries([rest.split('=')]));
  else if (word === 'USER') stage.user = rest;
  else if (word === 'EXPOSE') stage.ports.push(Number(rest));
  else if (word === 'CMD') stage.command = JSON.parse(rest) as string[];
  else throw new Error(`${word} is not known here`);
}

/** As Docker copies: a folder's content into the place that is named, files into a folder whose name ends with a slash. */
function copy(stage: Stage, words: readonly string[], { context, ignored, stages }: Sources): void {
  const [, from] = /^--from=(.+)$/.exec(words[0] ?? '') ?? [];
  const paths = from === undefined ? words : words.slice(1);
  const source = from === undefined ? context : stages.get(from)?.folder;
  if (source === undefined) throw new Error(`There is no stage '${from}'`);
  const last = paths.at(-1) ?? '';
  const target = join(stage.folder, posix.resolve(stage.workingFolder, last));
  for (const path of paths.slice(0, -1)) {
    const file = join(source, path);
    if (!existsSync(file)) throw new Error(`COPY finds no ${path}`);
    if (statSync(file).isDirectory()) {
      mkdirSync(target, { recursive: true });
      for (const name of readdirSync(file)) {
        if (from === undefined && ignored.includes(name)) continue;
        cpSync(join(file, name), join(target, name), { recursive: true, verbatimSymlinks: true });
      }
    } else {
      const isFolder = last.endsWith('/');
      mkdirSync(isFolder ? target : dirname(target), { recursive: true });
      cpSync(file, isFolder ? join(target, basename(path)) : target);
    }
  }
}
