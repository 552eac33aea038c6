import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const mark = '\0page:';
const suffix = '?page';

/**
 * Makes one script and one style of a web page, for sources that import it as `./page/main.tsx?page`: both as texts, with the hashes
 * that a Content-Security-Policy names. The style is `style.css` beside the script. For the build, and for tests, which run the sources.
 * @returns {ReturnType<typeof import('./page-plugin.d.mts').pagePlugin>}
 */
export function pagePlugin() {
  return {
    name: 'toolwire-page',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!source.endsWith(suffix) || importer === undefined) return undefined;
      return mark + join(dirname(importer), source.slice(0, -suffix.length));
    },
    async load(id) {
      if (!id.startsWith(mark)) return undefined;
      const entry = id.slice(mark.length);
      const { script, style, inputs } = await bundle(entry);
      for (const input of inputs) this.addWatchFile(input);
      const exported = { script, style, scriptHash: hashOf(script), styleHash: hashOf(style) };
      const lines = Object.entries(exported).map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};`);
      return { code: lines.join('\n'), moduleType: 'js' };
    },
  };
}

/** @param {string} entry */
async function bundle(entry) {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry, join(dirname(entry), 'style.css')],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: 'page',
    format: 'iife',
    target: 'es2022',
    platform: 'browser',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    conditions: ['@toolwire/source', 'module'],
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const textOf = (/** @type {string} */ end) => (outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '').trim();
  return {
    script: textOf('.js'),
    style: textOf('.css'),
    inputs: Object.keys(metafile.inputs).filter((path) => !path.includes('node_modules')),
  };
}

/** @param {string} text */
function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
