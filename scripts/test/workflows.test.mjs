import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText, root } from '../packages.mjs';

const folder = '.github/workflows';
const workflows = readdirSync(join(root, folder)).map((file) => ({ file, text: readText(join(folder, file)) }));

/**
 * The jobs of a workflow by their names, each as its text.
 * @param {string} text
 */
function jobsOf(text) {
  const parts = (text.split(/^jobs:\n/m)[1] ?? '').split(/^ {2}([\w-]+):\n/m).slice(1);
  return new Map(parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : [])));
}

/**
 * The permissions that a job asks for.
 * @param {string | undefined} job
 */
function permissionsOf(job = '') {
  const [, listed = ''] = /^ {4}permissions:\n((?: {6}.*\n)*)/m.exec(job) ?? [];
  return [...listed.matchAll(/^ {6}([\w-]+: \w+)/gm)].map(([, permission]) => permission);
}

describe.each(workflows)('the workflow $file', ({ text }) => {
  it('pins every action to a commit, with its version in a comment', () => {
    const used = [...text.matchAll(/uses: (.*)$/gm)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? ''))).toEqual([]);
  });

  it('leaves no credentials behind in a checkout', () => {
    const checkouts = text.split('uses: actions/checkout@').slice(1);
    expect(checkouts.filter((step) => !/^.*\n +with:\n +persist-credentials: false\n/.test(step))).toEqual([]);
  });

  it('grants each job only its listed permissions', () => {
    expect(text).toMatch(/^permissions:(?: \{\}|\n {2}contents: read)\n(?! )/m);
  });
});

describe('a release', () => {
  const jobs = jobsOf(workflows.find(({ file }) => file === 'release.yml')?.text ?? '');

  it('publishes from a separate job with minimal permissions, without tests', () => {
    const publishing = [...jobs].filter(([, job]) => /id-token|workspace\.mjs release/.test(job));
    expect(publishing.map(([name]) => name)).toEqual(['publish']);
    expect(permissionsOf(jobs.get('publish'))).toEqual(['contents: read', 'id-token: write']);
    expect(jobs.get('publish')).not.toMatch(/npm test|npm run|changesets\/action|secrets\./);
  });

  it('sets the provenance only in that job, because other publish commands would fail with it', () => {
    const proving = [...jobs].filter(([, job]) => job.includes("NPM_CONFIG_PROVENANCE: 'true'"));
    expect(proving.map(([name]) => name)).toEqual(['publish']);
  });

  it('includes a bill of materials, and the licenses', () => {
    expect(jobs.get('materials')).toContain('run: node scripts/workspace.mjs materials\n');
    expect(permissionsOf(jobs.get('materials'))).toEqual(['contents: read']);
  });

  it('tests with a read-only token, before anything else', () => {
    expect(permissionsOf(jobs.get('test'))).toEqual(['contents: read']);
    expect(jobs.get('version')).toContain('needs: test');
    expect(jobs.get('publish')).toContain('needs: version');
  });
});

describe('CI', () => {
  const jobs = jobsOf(workflows.find(({ file }) => file === 'ci.yml')?.text ?? '');
  const runsOf = (/** @type {string | undefined} */ job = '') =>
    [...job.matchAll(/run: (.*)$/gm)].map(([, command]) => command);

  it('runs every test on main, and the affected tests on a pull request', () => {
    const part = "${{ github.event_name == 'pull_request' && 'affected' || 'tests' }}";
    expect(runsOf(jobs.get('test'))).toEqual([`.ci/run ${part}`]);
    expect(jobs.get('test')).toContain('fetch-depth: 0\n');
    for (const name of ['affected', 'tests']) expect(readText('.ci/run')).toContain(`    ${name}) `);
  });

  it('runs every check on main and on pull requests, and the release rehearsal on main', () => {
    expect([...jobs.keys()]).toEqual(['test', 'check', 'rehearsal']);
    expect(runsOf(jobs.get('check'))).toEqual(['.ci/run checks']);
    expect(jobs.get('check')).not.toContain('    if:');
    expect(runsOf(jobs.get('rehearsal'))).toEqual(['.ci/run rehearsal']);
    expect(jobs.get('rehearsal')).toContain("    if: github.event_name != 'pull_request'\n");
  });
});
