import type { Page } from 'playwright-core';
import { type ListeningServer, silentLogger, toolwire } from 'toolwire';
import { openBrowser, openInspector } from './browser.ts';

/** A server of tools, and its inspector as a browser shows it. */
export interface ServedInspector {
  readonly url: string;
  readonly page: Page;
  /** The errors of the page. */
  readonly problems: readonly string[];
  readonly close: () => Promise<void>;
}

/** Serves tools with an inspector, which a browser opens. */
export async function serveInspector(options: Parameters<typeof toolwire>[0]): Promise<ServedInspector> {
  const browser = await openBrowser();
  let server: ListeningServer | undefined;
  const close = async (): Promise<void> => {
    await browser.close();
    await server?.close();
  };
  try {
    server = await toolwire({ inspector: true, logger: silentLogger, ...options }).listen(0, { closeOnSignals: false });
    const { page, problems } = await openInspector(browser, `${server.url}/inspector`);
    return { url: server.url, page, problems, close };
  } catch (error) {
    await close();
    throw error;
  }
}
