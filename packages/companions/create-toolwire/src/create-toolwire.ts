import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { findApp } from './find-app.ts';
import { type Plan, PlanError } from './plan.ts';
import { planMount } from './plan-mount.ts';
import { planProject } from './plan-project.ts';
import { showChanges } from './show-changes.ts';
import type { Terminal } from './terminal.ts';
import { install, packageManagerOf, writePlan } from './write-plan.ts';

const help = `Starts a server of AI tools, or adds one to the app that is there.

Usage: npm create toolwire@latest [FOLDER] [-- flags]

  --yes         asks nothing, and writes; for scripts
  --js          JavaScript instead of TypeScript, in a new project
  --path /ai    where an app has its tools
  --dry-run     shows what it would write, and writes nothing
  --no-install  leaves the installation to you
  --version     shows which version this is
  --help        shows this

For example:
  npm create toolwire@latest my-tools
  npm create toolwire@latest -- --yes

Ends with 0 when all is written, with 1 when that failed or nothing was to be written, and with 2 when what
was typed makes no sense.
`;

const flags = {
  yes: { type: 'boolean', short: 'y' },
  js: { type: 'boolean' },
  path: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'no-install': { type: 'boolean' },
  version: { type: 'boolean', short: 'v' },
  help: { type: 'boolean', short: 'h' },
} as const;

interface Given {
  readonly folder: string | undefined;
  readonly path: string;
  readonly isYes: boolean;
  readonly isJavaScript: boolean;
  readonly isDry: boolean;
  readonly isInstalled: boolean;
}

/** Does what was typed, and tells how the process should end. */
export async function createToolwire(typed: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args: [...typed], options: flags, allowPositionals: true });
    if (values.help === true || values.version === true) {
      terminal.write(values.help === true ? help : `${manifest.version}\n`);
      return 0;
    }
    const [folder, ...more] = positionals;
    const path = (values.path ?? '/ai').replace(/\/+$/, '');
    if (more.length > 0) throw new PlanError('create-toolwire takes one folder.');
    if (!/^(?:\/[\w-]+)+$/.test(path)) throw new PlanError(`--path is a path such as /ai, not '${path}'.`);
    return await create(
      {
        folder,
        path,
        isYes: values.yes === true,
        isJavaScript: values.js === true,
        isDry: values['dry-run'] === true,
        isInstalled: values['no-install'] !== true,
      },
      terminal,
    );
  } catch (thrown) {
    if (!isMistake(thrown)) throw thrown;
    terminal.note(`create-toolwire: ${thrown.message}\n`);
    return 2;
  }
}

function isMistake(thrown: unknown): thrown is Error {
  if (!(thrown instanceof Error)) return false;
  return thrown instanceof PlanError || ('code' in thrown && String(thrown.code).startsWith('ERR_PARSE_ARGS'));
}

async function create(given: Given, terminal: Terminal): Promise<number> {
  const { ask } = terminal;
  if (ask === undefined && !given.isYes && !given.isDry) {
    throw new PlanError('There is nobody to ask: give --yes to write, or --dry-run to see what would be written.');
  }
  const isAsked = !given.isYes && !given.isDry;
  const chosen = await choose(given, isAsked ? ask : undefined);
  if (chosen === undefined) return 1;
  const { folder, plan } = chosen;
  terminal.write(`${plan.title}:\n\n${showChanges(plan.files)}\n`);
  if (given.isDry) return 0;
  if (isAsked && (await ask?.isAgreed()) !== true) {
    terminal.note('Nothing was written.\n');
    return 1;
  }
  writePlan(folder, plan);
  const manager = packageManagerOf(folder, terminal.userAgent);
  if (given.isInstalled && !(await install(folder, manager))) {
    terminal.note(`All is written, and '${manager} install' has failed: run it again in ${folder}.\n`);
    return 1;
  }
  const below = relative(process.cwd(), folder);
  const steps = [
    ...(below === '' ? [] : [`cd ${below}`]),
    ...(given.isInstalled ? [] : [`${manager} install`]),
    ...plan.next,
  ];
  terminal.write(`Written. Next:\n${steps.map((step) => `  ${step}\n`).join('')}`);
  return 0;
}

interface Chosen {
  readonly folder: string;
  readonly plan: Plan;
}

/** A new project where a folder is named or nothing is there, else tools for the app of this folder. */
async function choose(given: Given, ask: Terminal['ask']): Promise<Chosen | undefined> {
  const here = resolve(given.folder ?? '.');
  if (existsSync(join(here, 'package.json'))) {
    const app = findApp(here);
    if (app !== undefined) return { folder: here, plan: planMount(app, given.path) };
    throw new PlanError(
      'There is a package.json that names none of express, koa, fastify, hono and next. Name a new folder for a project of its own.',
    );
  }
  const named = given.folder === undefined && ask !== undefined ? await ask.name('my-tools') : (given.folder ?? '.');
  if (named === undefined) return undefined;
  const folder = resolve(named);
  if (existsSync(folder) && readdirSync(folder).some((name) => name !== '.git')) {
    throw new PlanError(`${named} is there, and not empty.`);
  }
  const isTypeScript = given.isJavaScript ? false : ask === undefined ? true : await ask.isTypeScript();
  if (isTypeScript === undefined) return undefined;
  const name =
    basename(folder)
      .toLowerCase()
      .replaceAll(/[^\w.-]+/g, '-')
      .replace(/^[._-]+/, '') || 'my-tools';
  return { folder, plan: planProject({ name, isTypeScript }) };
}
