/** Takes a database of this browser away; done when it is gone, or cannot go while another tab reads in it. */
export function deleteDatabase(name: string): Promise<void> {
  return new Promise<void>((done) => {
    const deleting = indexedDB.deleteDatabase(name);
    deleting.onsuccess = () => done();
    deleting.onerror = () => done();
    // It goes right after.
    deleting.onblocked = () => done();
  }).catch(() => undefined);
}

/** What a store is made with. */
interface Form extends IDBObjectStoreParameters {
  /** The database, which holds this store alone. */
  readonly database: string;
  /** The store in it. */
  readonly rows: string;
}

/**
 * Rows in this browser's IndexedDB. The connection stays open as long as the browser lets it: rows are written, read and
 * deleted while somebody types. Every method rejects where storage is forbidden or full.
 */
export class IndexedStore {
  readonly #form: Form;
  #connection: Promise<IDBDatabase> | null = null;

  constructor(form: Form) {
    this.#form = form;
  }

  /** Runs one request in a transaction of its own; done, with its result, when it is on disk. */
  async run<T>(mode: IDBTransactionMode, request: (rows: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    let last: IDBRequest<T> | undefined;
    await this.#transact(mode, (rows) => {
      last = request(rows);
    });
    return (last as IDBRequest<T>).result;
  }

  /** Runs several requests in one transaction; done when they are on disk. */
  write(requests: (rows: IDBObjectStore) => void): Promise<void> {
    return this.#transact('readwrite', requests);
  }

  /** Whether anything was stored here. To look into the store would make it, and on a shared computer there is none. */
  async exists(): Promise<boolean> {
    if (this.#connection) return true;
    // `indexedDB.databases` is missing in some browsers.
    const all = await indexedDB.databases?.().catch(() => undefined);
    return !all || all.some(({ name }) => name === this.#form.database);
  }

  /** Takes the whole store away. */
  async remove(): Promise<void> {
    const connection = await this.#connection;
    this.#connection = null;
    connection?.close();
    await deleteDatabase(this.#form.database);
  }

  async #transact(
    mode: IDBTransactionMode,
    requests: (rows: IDBObjectStore) => void,
    isFirstTry = true,
  ): Promise<void> {
    this.#connection ??= this.#open();
    const used = this.#connection;
    try {
      const connection = await used;
      await new Promise<void>((resolve, reject) => {
        const transaction = connection.transaction(this.#form.rows, mode, { durability: 'strict' });
        transaction.oncomplete = () => resolve();
        transaction.onerror = () => reject(transaction.error);
        transaction.onabort = () => reject(transaction.error);
        requests(transaction.objectStore(this.#form.rows));
      });
    } catch (error) {
      this.#forget(used);
      void used.then((failed) => failed.close()).catch(() => {});
      // Some browsers close a connection in the background without an event.
      if (isFirstTry && error instanceof DOMException && error.name === 'InvalidStateError')
        return this.#transact(mode, requests, false);
      throw error;
    }
  }

  #open(): Promise<IDBDatabase> {
    const { database, rows, ...form } = this.#form;
    const connection = new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(database, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(rows, form);
      opening.onsuccess = () => {
        // Who signs out deletes it, and would wait for this connection.
        opening.result.onversionchange = () => {
          this.#forget(connection);
          opening.result.close();
        };
        opening.result.onclose = () => this.#forget(connection);
        resolve(opening.result);
      };
      opening.onerror = () => reject(opening.error);
    });
    return connection;
  }

  #forget(connection: Promise<IDBDatabase>): void {
    if (this.#connection === connection) this.#connection = null;
  }
}
