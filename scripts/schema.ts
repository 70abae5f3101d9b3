import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaFolder } from '../server/database/migrate.ts';
import { createPostgresClient } from '../server/database/postgres-client.ts';
import { readSchemaText } from '../server/database/schema.ts';
import { createBareDatabase } from '../server/test/database.ts';

// Writes server/database/schema.sql again, after a step or a function was added.
const database = await createBareDatabase();
const sql = createPostgresClient(database.url, { max: 1, onnotice: () => undefined });
writeFileSync(join(schemaFolder, 'schema.sql'), await readSchemaText(sql));
await sql.end();
await database.drop();
console.log('server/database/schema.sql is what all steps and functions make.');
