import { aFolder } from '../../testing/test-app.ts';
import { describeStakeStore } from '../testing/conformance.ts';
import { openSqliteStores } from './open-sqlite-stores.ts';

describeStakeStore('SqliteStore', () => openSqliteStores({ dir: aFolder() }));
