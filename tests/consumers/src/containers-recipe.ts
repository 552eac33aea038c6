import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from './workspace.ts';

/** Checks whether a container is ready: over HTTP, or with only a connection. */
export interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: number };
  readonly tcpSocket?: { readonly port: number };
  readonly periodSeconds: number;
}

/** As much of a Deployment as the recipe has. */
export interface Deployment {
  readonly spec: {
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly containers: readonly [
          {
            readonly ports: readonly { readonly containerPort: number }[];
            readonly env: readonly { readonly name: string }[];
            readonly readinessProbe: Probe;
            readonly livenessProbe: Probe;
          },
        ];
      };
    };
  };
}

/** The files and commands of docs/recipes/containers.md. */
export interface ContainersRecipe {
  readonly program: string;
  readonly dockerfile: string;
  readonly ignored: readonly string[];
  /** The packages in addition to the packages of a new project. */
  readonly packages: readonly string[];
  /** A shell line that prepares the project. */
  readonly command: string;
  readonly deployment: Deployment;
}

/** Reads the recipe for containers, with another port in each place where it names its own. */
export function readContainersRecipe(port = 3000): ContainersRecipe {
  const page = readFileSync(join(root, 'docs/recipes/containers.md'), 'utf8').replaceAll(/\b3000\b/g, String(port));
  const block = (language: string): string => {
    const [, text] = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'm').exec(page) ?? [];
    if (text === undefined) throw new Error(`The recipe has no ${language}`);
    return text;
  };
  const [, lines = ''] = /`\.dockerignore` with the lines (.+?), so/.exec(page) ?? [];
  const [, packages = ''] = /`npm install ([^`]+)`/.exec(page) ?? [];
  return {
    program: block('ts src/main.ts'),
    dockerfile: block('dockerfile'),
    ignored: [...lines.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    packages: packages.split(' '),
    command: block('sh').trim(),
    deployment: parse(block('yaml')) as Deployment,
  };
}
