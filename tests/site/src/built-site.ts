import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, relative, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'site/dist');

const types: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript'],
  ['.css', 'text/css'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.md', 'text/markdown; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.json', 'application/json'],
  ['.xml', 'application/xml'],
]);

/** The site as `npm run site` builds it, at an address of this machine. */
export interface BuiltSite {
  readonly url: string;
  /** The output of the build. */
  readonly output: string;
  /** Every file, by its path below the address. */
  readonly files: readonly string[];
  read(path: string): string;
  close(): Promise<void>;
}

/** Builds the site, and serves its files packed, as servers of files do. */
export async function buildSite(): Promise<BuiltSite> {
  const { stdout } = await promisify(execFile)(process.execPath, ['site/src/build-site.mjs'], { cwd: root });
  const packed = new Map<string, Buffer>(
    listFiles().map((path) => [`/${path}`, gzipSync(readFileSync(join(folder, path)))]),
  );
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname.replace(/\/$/, '/index.html');
    const found = packed.get(decodeURI(path));
    response.statusCode = found === undefined ? 404 : 200;
    response.setHeader(
      'content-type',
      types.get(found === undefined ? '.html' : extname(path)) ?? 'application/octet-stream',
    );
    response.setHeader('content-encoding', 'gzip');
    return response.end(found ?? packed.get('/404.html'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    output: stdout,
    files: listFiles(),
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function listFiles(): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}
