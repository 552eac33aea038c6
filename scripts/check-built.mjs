// Refuses a release whose packages were built before they were given their versions: programs would say that they are 0.0.0.
import { builtVersionProblems } from './built-versions.mjs';
import { packageFolders, root } from './package-folders.mjs';
import { report } from './report.mjs';

const folders = packageFolders();
report(builtVersionProblems(root, folders), `the builds of ${folders.length} packages`);
