import { describe, expect, it } from 'vitest';
import { findMissingInstalls } from '../readme-installs.mjs';

const page = (install, ...code) => `\`\`\`sh\n${install}\n\`\`\`\n\n\`\`\`ts\n${code.join('\n')}\n\`\`\`\n`;

describe('the install lines of a page', () => {
  it.each([
    ['a package', 'npm install toolwire', "import { z } from 'zod';", 'zod'],
    ['a package of which only an entry is imported', '', "import { jwt } from '@toolwire/auth/jwt';", '@toolwire/auth'],
    ['a package of which only types are imported', '', "import type { Call } from '@toolwire/core';", '@toolwire/core'],
    ['a package whose name only begins like one that is named', 'npm install toolwire', "import 'tool';", 'tool'],
  ])('lack %s', (_what, install, code, missing) => {
    expect(findMissingInstalls(page(install, code))).toEqual([missing]);
  });

  it.each([
    ['several packages, with versions and options', 'npm install zod@4 @toolwire/core@1.0.0 --save-dev'],
    ['a line that goes on', 'npm install zod \\\n  @toolwire/core'],
  ])('may name %s', (_what, install) => {
    const code = ["import { z } from 'zod';", "import { defineTool } from '@toolwire/core';"];
    expect(findMissingInstalls(page(install, ...code))).toEqual([]);
  });

  it('may be in a sentence', () => {
    expect(findMissingInstalls(page('', "import { Hono } from 'hono';"))).toEqual(['hono']);
    expect(findMissingInstalls(`\`npm install hono\` as well:\n${page('', "import { Hono } from 'hono';")}`)).toEqual(
      [],
    );
  });

  it('may omit Node modules, adjacent files, and packages in comments', () => {
    const code = ["import 'node:test';", "import 'fs/promises';", "import './tools.ts';", "// import 'zod';"];
    expect(findMissingInstalls(page('', ...code))).toEqual([]);
  });
});
