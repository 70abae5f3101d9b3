/** Where a portal answers, and where its database is. */
export interface PortalAddress {
  readonly url: string;
  readonly databaseUrl: string;
}
