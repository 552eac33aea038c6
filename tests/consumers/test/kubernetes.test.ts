import { compilers, errorsOf } from '@toolwire/programs/compilers';
import { describe, expect, it } from 'vitest';
import { readContainersRecipe } from '../src/containers-recipe.ts';

const { deployment, dockerfile, program } = readContainersRecipe();
const { selector, template } = deployment.spec;
const [container] = template.spec.containers;

describe('the Deployment of the recipe for containers', () => {
  it('is valid for Kubernetes, without unknown or wrong fields', () => {
    const head = ["import type { Deployment } from 'kubernetes-types/apps/v1.d.ts';"];
    const lines = [
      `export const given: Deployment = ${JSON.stringify(deployment)};`,
      "export const unknown: Deployment = { spec: { selector: {}, template: { spec: { containers: [{ name: 'a', readynessProbe: {} }] } } } };",
      "export const other: Deployment = { spec: { selector: {}, template: { spec: { containers: [], terminationGracePeriodSeconds: '30s' } } } };",
    ];
    const [given, unknown, other] = errorsOf(compilers[0] ?? '', import.meta.url, head, lines);
    expect(given).toEqual([]);
    expect(unknown).not.toEqual([]);
    expect(other).not.toEqual([]);
  });

  it('selects its own pods', () => {
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    expect(Object.keys(selector.matchLabels).length).toBeGreaterThan(0);
  });

  it('has the port that the program listens on, and the image exposes, everywhere', () => {
    const listens = Number(/\.listen\((\d+),/.exec(program)?.[1]);
    const { readinessProbe, livenessProbe, ports } = container;
    expect([
      ...ports.map(({ containerPort }) => containerPort),
      readinessProbe.httpGet?.port,
      livenessProbe.tcpSocket?.port,
      ...[...dockerfile.matchAll(/^EXPOSE (\d+)$/gm)].map(([, port]) => Number(port)),
    ]).toEqual([listens, listens, listens, listens]);
  });

  it('sets the variables that the program reads', () => {
    const read = [...program.matchAll(/process\.env\['(\w+)'\]/g)].map(([, name]) => name);
    expect(container.env.map(({ name }) => name)).toEqual(read);
    expect(read.length).toBeGreaterThan(0);
  });
});
