export * from 'node:fs';
// oxlint-disable-next-line import/no-default-export -- it stands in for a module that has one
export { default } from 'node:fs';

export function globSync() {
  throw new Error('Finding files needs Node 22');
}
