import neo4j, { type Driver, type ManagedTransaction } from 'neo4j-driver';
import type { KindredError } from '../shared/errors';
import { marked, uncontended } from './contention';
import { isUnreachable, silence, translate, withUsableAddress } from './faults';
import { Pulse } from './pulse';

export interface Connection {
  readonly uri: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
}

export type Parameters = Record<string, unknown>;

/** Runs a statement inside a transaction and returns its rows as plain objects. */
export type Run = <Row>(cypher: string, parameters?: Parameters) => Promise<Row[]>;

/**
 * The one door to Neo4j. Integers come back as JavaScript numbers; send integers as `int(n)`.
 * A server that is dead or hangs is reported within about two seconds as STORE_UNAVAILABLE, and the driver reconnects
 * by itself. Streams and statements outside managed transactions wait for a server that hangs.
 */
export class Database {
  /** Statements sent so far; tests hold pages of entities to a number of them. */
  statements = 0;

  private constructor(
    private readonly driver: Driver,
    private readonly pulse: Pulse,
    private readonly name: string,
  ) {}

  /** @throws STORE_UNAVAILABLE; BAD_INPUT when the address cannot be one, or the server has no such database */
  static async open(connection: Connection): Promise<Database> {
    const { uri, username, password, database } = connection;
    const connect = (maxConnectionPoolSize: number) =>
      neo4j.driver(uri, neo4j.auth.basic(username, password), {
        disableLosslessIntegers: true,
        connectionTimeout: 1_500,
        connectionAcquisitionTimeout: 2_000,
        // The driver waits about 1 s before it tries again, then 2 s: this is one retry, and the answer within 2 s.
        maxTransactionRetryTime: 700,
        connectionLivenessCheckTimeout: 30_000,
        maxConnectionPoolSize,
        userAgent: 'kindred',
      });
    const opened = withUsableAddress(uri, () => new Database(connect(50), new Pulse(connect(1)), database));
    try {
      await opened.read('RETURN 1 AS one');
    } catch (error) {
      await opened.close();
      throw error;
    }
    return opened;
  }

  read<Row>(cypher: string, parameters?: Parameters): Promise<Row[]> {
    return this.transaction('READ', (run) => run<Row>(cypher, parameters));
  }

  write<Row>(cypher: string, parameters?: Parameters): Promise<Row[]> {
    return this.transaction('WRITE', (run) => run<Row>(cypher, parameters));
  }

  /**
   * Several statements in one transaction, retried as a whole on transient errors and when others come in between:
   * `work` must be repeatable.
   *
   * @throws CONFLICT when others come in between all the time; STORE_UNAVAILABLE, which says whether the change may have
   *         been made
   */
  async transaction<Result>(mode: 'READ' | 'WRITE', work: (run: Run) => Promise<Result>): Promise<Result> {
    const session = this.driver.session({ database: this.name, defaultAccessMode: mode });
    let given: KindredError | undefined;
    // All has been asked for: what fails from here on is the commit, of which nobody knows whether it was made. It is
    // not tried again, as the driver would: what was written once would be found there, or written twice.
    let isCommitting = false;
    const wrapped = async (tx: ManagedTransaction) => {
      if (isCommitting) throw silence(mode);
      const result = await work(async (cypher, parameters = {}) => {
        if (given) throw given;
        this.statements++;
        const { records } = await tx.run(cypher, parameters);
        return records.map((record) => record.toObject());
      }).catch((error: unknown) => {
        throw marked(error);
      });
      if (given) throw given; // rolled back: the caller has been told that it failed
      isCommitting = mode === 'WRITE';
      return result;
    };
    const once = () => {
      isCommitting = false;
      return mode === 'READ' ? session.executeRead(wrapped) : session.executeWrite(wrapped);
    };
    const running = uncontended(once)
      .catch((error: unknown) => {
        throw isCommitting && isUnreachable(error) ? silence(mode) : translate(error);
      })
      .finally(() => session.close().catch(() => undefined));
    return this.pulse.guard(running, () => (given = silence(mode)));
  }

  /** One statement outside a managed transaction: schema commands, `CALL … IN TRANSACTIONS`. */
  async autoCommit<Row>(cypher: string, parameters: Parameters = {}): Promise<Row[]> {
    const session = this.driver.session({ database: this.name, defaultAccessMode: 'WRITE' });
    try {
      this.statements++;
      const result = await session.run(cypher, parameters);
      return result.records.map((record) => record.toObject());
    } catch (error) {
      throw translate(error);
    } finally {
      await session.close().catch(() => undefined);
    }
  }

  /** Rows one by one, fetched in blocks, for results too large to hold. */
  async *stream<Row>(cypher: string, parameters: Parameters = {}, fetchSize = 5_000): AsyncGenerator<Row> {
    const session = this.driver.session({ database: this.name, defaultAccessMode: 'READ', fetchSize });
    try {
      this.statements++;
      for await (const record of session.run(cypher, parameters)) yield record.toObject() as Row;
    } catch (error) {
      throw translate(error);
    } finally {
      await session.close().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.driver.close(), this.pulse.close()]);
  }
}

/** A JavaScript number as a Cypher integer (`LIMIT $n` refuses floats). */
export const int = (value: number) => neo4j.int(value);
