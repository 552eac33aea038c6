import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { freePort } from '@toolwire/programs/free-port';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Probe, readContainersRecipe } from '../src/containers-recipe.ts';
import { type Followed, followDockerfile } from '../src/dockerfile.ts';
import { type Ground, thirdParty } from '../src/ground.ts';
import { writeFiles } from '../src/project.ts';
import { outputOf } from '../src/run.ts';

/** The user who runs the image as `node`: `nobody`, if the test is root and this user can run Node. */
const nobody = 65_534;
const asNobody =
  process.getuid?.() === 0 && spawnSync(process.execPath, ['--version'], { uid: nobody, gid: nobody }).status === 0;

/** The recipe for containers, followed without a container: its commands, its Dockerfile, its probes, and its stop. */
export function containersSuite(ground: Ground): void {
  describe('docs/recipes/containers.md', () => {
    // A process on Windows cannot get a SIGTERM.
    it.skipIf(process.platform === 'win32')(
      'starts from a new project, responds to the probes, and accepts calls until the traffic has moved',
      { timeout: 900_000 },
      async () => {
        const port = await freePort();
        const recipe = readContainersRecipe(port);
        const container = await buildFrom(ground, recipe);
        const [{ readinessProbe, livenessProbe, env }] = recipe.deployment.spec.template.spec.containers;
        const { terminationGracePeriodSeconds } = recipe.deployment.spec.template.spec;
        const key = 'a-key-of-32-characters-or-more..';
        const app = start(container, Object.fromEntries(env.map(({ name }) => [name, key])));
        onTestFinished(() => void app.kill('SIGKILL'));
        const ended = once(app, 'exit');
        let said = '';
        for (const stream of [app.stdout, app.stderr]) stream?.on('data', (data) => (said += String(data)));

        await expect.poll(() => isUp(readinessProbe)).toBe(true);
        expect(await isUp(livenessProbe)).toBe(true);
        expect(await call(port, key)).toBe(15);
        expect(await call(port, 'another')).toBeUndefined();

        const stopped = performance.now();
        app.kill('SIGTERM');
        await expect.poll(() => isUp(readinessProbe), { timeout: readinessProbe.periodSeconds * 1000 }).toBe(false);
        expect(await call(port, key)).toBe(15);
        expect(await isUp(livenessProbe)).toBe(true);
        expect(await ended, said).toEqual([0, null]);
        expect(performance.now() - stopped).toBeLessThan(terminationGracePeriodSeconds * 1000);
        expect(said).toContain('closed\n');
      },
    );
  });
}

/** What the recipe leaves to its reader. */
const ownTools = "import { add } from './add.ts';\nconst tools = [add];\n";

/** A new project with the files and commands of the recipe, as in an image. */
async function buildFrom(ground: Ground, recipe: ReturnType<typeof readContainersRecipe>): Promise<Followed> {
  const folder = join(ground.folder, 'containers');
  const project = join(folder, 'context', 'app');
  const tarballs = await ground.tarballs();
  const create = join(await ground.shared(), 'node_modules/create-toolwire/dist/bin.js');
  writeFiles(join(folder, 'context'), { 'package.json': '{ "private": true }' });
  await outputOf('node', [create, '--yes', '--no-install', 'app'], join(folder, 'context'));
  const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  // Unpublished packages come from the packed files.
  const packed = Object.fromEntries(Object.entries(tarballs).filter(([, specifier]) => specifier.startsWith('file:')));
  const known = (names: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(names).map(([name, range]) => [name, packed[name] ?? thirdParty[name] ?? range]));
  const added: Readonly<Record<string, string>> = Object.fromEntries(
    recipe.packages.map((name) => [name, tarballs[name] ?? `no version of ${name}`]),
  );
  const changed = {
    ...manifest,
    dependencies: known({ ...manifest.dependencies, ...added }),
    devDependencies: known(manifest.devDependencies),
    overrides: packed,
  };
  writeFiles(project, { 'package.json': JSON.stringify(changed), 'src/main.ts': `${ownTools}${recipe.program}` });
  await outputOf('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'], project);
  await outputOf('sh', ['-c', recipe.command], project);
  for (const open of [ground.folder, folder]) chmodSync(open, 0o755);
  return followDockerfile(recipe.dockerfile, recipe.ignored, project, folder);
}

function start(
  { command, workingFolder, environment, user }: Followed,
  variables: Readonly<Record<string, string>>,
): ChildProcess {
  const [program = '', ...args] = command;
  const { PATH } = process.env;
  return spawn(program === 'node' ? process.execPath : program, args, {
    cwd: workingFolder,
    env: { PATH, ...environment, ...variables },
    ...(asNobody && user !== 'root' && { uid: nobody, gid: nobody }),
  });
}

/** What the platform would find: it asks by the address of the pod. */
function isUp({ httpGet, tcpSocket }: Probe): Promise<boolean> {
  return new Promise((resolve) => {
    if (httpGet !== undefined) {
      const { path, port } = httpGet;
      request({ host: '127.0.0.1', port, path, headers: { host: `10.0.0.7:${port}` } }, (response) => {
        response.resume();
        const { statusCode = 0 } = response;
        resolve(statusCode >= 200 && statusCode < 400);
      })
        .on('error', () => resolve(false))
        .end();
      return;
    }
    const socket = connect(tcpSocket?.port ?? 0, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}

async function call(port: number, key: string): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}/tools/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'otc-api-key': key },
    body: JSON.stringify({ request: { tool_id: 'Calculator.Add', input: { a: 10, b: 5 } } }),
  });
  const { result } = (await answer.json()) as { readonly result?: { readonly value?: unknown } };
  return result?.value;
}
