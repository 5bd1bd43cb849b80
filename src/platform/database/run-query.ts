/** Runs one SQL statement over any connection: TypeORM's, or a plain client outside the application. */
export type RunQuery = <Row>(sql: string, parameters: unknown[]) => Promise<Row[]>;
