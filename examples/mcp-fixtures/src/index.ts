export { fieldOf, form } from './asking-tools.ts';
export { addedUri } from './change-tools.ts';
export { fixtureTool } from './fixture-tool.ts';
export { createSuiteFixtures, type SuiteFixtures, type SuiteFixturesOptions } from './suite-fixtures.ts';
