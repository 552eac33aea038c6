import { dates } from '@toolwire-examples/toolkit-package';

console.log(`The toolkit '${dates.name}', as its consumers import it:`);
for (const { id, version, description } of dates.tools) console.log(`  ${id}@${version}  ${description}`);
