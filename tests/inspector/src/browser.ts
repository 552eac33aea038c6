import { existsSync } from 'node:fs';
import { type Browser, type BrowserServer, chromium, type Page } from 'playwright-core';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Whether there is a browser; with `CI=true` tests run without looking, and fail where there is none. */
export const hasBrowser = existsSync(executablePath) || process.env['CI'] === 'true';

/** The reason in the title of a skipped test. */
export const whyNot = hasBrowser ? '' : ` (no browser at ${executablePath}: apt-get install chromium)`;

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Names that lead to this machine, as those of an attacker do after rebinding.
  '--host-resolver-rules=MAP *.example 127.0.0.1',
];

/** Whether the heavy cases run, as with `npm test -- --all`. */
export const isWhole = process.env['TEST_SCOPE'] === 'all';

/** How long to wait for a page on a busy machine. */
export const patienceMs = 120_000;

let server: Promise<BrowserServer> | undefined;

/** Starts Chromium; when its process ends, the next test file starts another. */
async function launchBrowser(): Promise<BrowserServer> {
  const launched = await chromium.launchServer({ executablePath, args: flags });
  launched.once('close', () => {
    server = undefined;
  });
  return launched;
}

/** Opens Chromium, which is one process for all files of a worker: what one opens ends with its own `close()`. */
export async function openBrowser(): Promise<Browser> {
  server ??= launchBrowser();
  return chromium.connect((await server).wsEndpoint());
}

/** Opens the inspector of a server in a separate profile, and collects all errors of the page. */
export async function openInspector(browser: Browser, url: string): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (line) => {
    // Refused requests appear in the console as well.
    if (line.type() === 'error' && !line.text().startsWith('Failed to load resource')) problems.push(line.text());
  });
  await page.goto(url);
  await page.locator('nav.tools').waitFor();
  return { page, problems };
}
