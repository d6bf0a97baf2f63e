import { aFolder } from '../../testing/test-app.ts';
import { describeDocumentStore } from '../testing/conformance.ts';
import { openSqliteStores } from './open-sqlite-stores.ts';

describeDocumentStore('SqliteStore', () => openSqliteStores({ dir: aFolder() }));
