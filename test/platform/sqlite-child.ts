/** Opens the database argv[2], which all children may be the first to make, and adds one so many times. */
import { openSqlite } from '../../src/platform/sqlite.ts';

const [path = '', rounds = '1'] = process.argv.slice(2);
const database = openSqlite(path, { busyTimeoutMs: 20_000, journal: 'wal', synchronous: 'full' });
database.exec('CREATE TABLE IF NOT EXISTS total (value INTEGER NOT NULL)');
for (let round = 0; round < Number(rounds); round += 1) {
  database.transaction(() => {
    const rows = database.prepare('SELECT value FROM total').all();
    if (rows.length === 0) database.exec('INSERT INTO total VALUES (0)');
    database.exec('UPDATE total SET value = value + 1');
  });
}
database.close();
process.stdout.write('counted\n');
