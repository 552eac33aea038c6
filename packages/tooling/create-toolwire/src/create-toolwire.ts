import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { findApp } from './find-app.ts';
import { install, packageManagerOf } from './install.ts';
import { changesText, nextText, type Plan, PlanError, writePlan } from './plan.ts';
import { planMount } from './plan-mount.ts';
import { planProject } from './plan-project.ts';
import type { Terminal } from './terminal.ts';

const help = `Create a toolwire project, or add tools to an existing app.

Usage: npm create toolwire@latest [FOLDER] [-- flags]

  --yes         write without asking questions
  --js          use JavaScript in a new project (default: TypeScript)
  --path /ai    the path of the tools in an existing app
  --dry-run     show the changes without writing them
  --no-install  skip the installation
  --version     show the version
  --help        show this help

Examples:
  npm create toolwire@latest my-tools
  npm create toolwire@latest -- --yes

Exit codes: 0 written, 1 failed or canceled, 2 invalid arguments
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

function parse(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options: flags, allowPositionals: true });
}

type Flags = Omit<ReturnType<typeof parse>['values'], 'path'> & { readonly path: string | undefined };

/** Runs the command, and resolves to its exit code. */
export async function createToolwire(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { values, positionals } = parse(argv);
    if (values.help === true || values.version === true) {
      terminal.write(values.help === true ? help : `${manifest.version}\n`);
      return 0;
    }
    const [folder, ...more] = positionals;
    if (more.length > 0) throw new PlanError('create-toolwire accepts one folder.');
    return await create(folder, { ...values, path: checkedPath(values.path) }, terminal);
  } catch (error) {
    if (!isUserError(error) && !isSystemError(error)) throw error;
    terminal.note(`create-toolwire: ${error.message}\n`);
    return isUserError(error) ? 2 : 1;
  }
}

function checkedPath(path: string | undefined): string | undefined {
  const withoutSlash = path?.replace(/\/+$/, '');
  if (withoutSlash === undefined || /^(?:\/[\w-]+)+$/.test(withoutSlash)) return withoutSlash;
  throw new PlanError(`--path must be a path such as /ai, got '${path}'.`);
}

/** Whether the file system refused, for example because a folder may not be written. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}

function isUserError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return error instanceof PlanError || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
}

async function create(folderOperand: string | undefined, values: Flags, terminal: Terminal): Promise<number> {
  const isDryRun = values['dry-run'] === true;
  const shouldInstall = values['no-install'] !== true;
  const needsConfirmation = values.yes !== true && !isDryRun;
  const questions = needsConfirmation ? terminal.questions : undefined;
  if (needsConfirmation && questions === undefined) {
    throw new PlanError('Not an interactive terminal. Pass --yes to write, or --dry-run to preview.');
  }
  const planned = await planChanges(folderOperand, values, questions);
  if (planned === undefined) return 1;
  const { folder, plan } = planned;
  const { style } = terminal;
  terminal.write(`${style('bold', `${plan.title}:`)}\n\n${changesText(plan.files, style)}\n`);
  if (isDryRun) return 0;
  if (questions !== undefined && (await questions.isAgreed()) !== true) {
    terminal.note('Nothing was written.\n');
    return 1;
  }
  writePlan(folder, plan);
  const manager = packageManagerOf(folder, terminal.userAgent);
  if (shouldInstall && !(await install(folder, manager))) {
    terminal.note(`The files were written, but '${manager} install' failed. Run it again in ${folder}.\n`);
    return 1;
  }
  const relativeFolder = relative(process.cwd(), folder);
  const steps = [
    ...(relativeFolder === '' ? [] : [`cd ${/\s/.test(relativeFolder) ? `"${relativeFolder}"` : relativeFolder}`]),
    ...(shouldInstall ? [] : [`${manager} install`]),
    ...plan.next,
  ];
  terminal.write(nextText(steps, plan, style));
  return 0;
}

/** Plans tools for the app in this folder, or else a new project. */
async function planChanges(
  operand: string | undefined,
  { js: isJavaScript = false, path }: Flags,
  questions: Terminal['questions'],
): Promise<{ readonly folder: string; readonly plan: Plan } | undefined> {
  const appFolder = resolve(operand ?? '.');
  if (existsSync(join(appFolder, 'package.json'))) {
    const app = findApp(appFolder);
    if (app === undefined) {
      throw new PlanError(
        'The package.json here does not depend on express, koa, fastify, hono or next. To create a separate project, pass the name of a new folder.',
      );
    }
    if (isJavaScript) throw new PlanError('--js works only in a new project. An app keeps its language.');
    return { folder: appFolder, plan: planMount(app, path ?? '/ai') };
  }
  if (path !== undefined) throw new PlanError('--path works only in an existing app.');
  const folderName = operand ?? (questions === undefined ? '.' : await questions.name('my-tools'));
  if (folderName === undefined) return undefined;
  const folder = resolve(folderName);
  if (existsSync(folder) && !isEmptyFolder(folder)) {
    throw new PlanError(`${folderName} exists and is not an empty folder.`);
  }
  const isTypeScript = !isJavaScript && (questions === undefined || (await questions.isTypeScript()));
  if (isTypeScript === undefined) return undefined;
  const name =
    basename(folder)
      .toLowerCase()
      .replaceAll(/[^\w.-]+/g, '-')
      .replace(/^[._-]+/, '') || 'my-tools';
  return { folder, plan: planProject({ name, isTypeScript }) };
}

/** Whether a folder has no files except those of git. */
function isEmptyFolder(path: string): boolean {
  return statSync(path).isDirectory() && readdirSync(path).every((name) => name === '.git');
}
