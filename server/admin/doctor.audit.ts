import type { Sql } from 'postgres';
import { verifyAuditChain } from '../auth/audit-chain.ts';
import type { Vault } from '../auth/vault.ts';
import { abbreviateNames } from '../backup/format.ts';
import { type DoctorFinding, faultFinding, goodFinding, hintFinding } from './finding.ts';

/** Whether the rows of the audit are as they were written. */
export async function inspectAuditChain(sql: Sql, vault: Vault, dataDir: string): Promise<DoctorFinding[]> {
  const { links, changed, missing, strange, brokenAt, ofOtherKeys, isCut } = await verifyAuditChain(
    sql,
    vault,
    dataDir,
  );
  const findings: DoctorFinding[] = [];
  const addFault = (what: string, ids: readonly number[]) =>
    ids.length > 0 &&
    findings.push(
      faultFinding(
        `Audit entries ${what} (${abbreviateNames(ids.map(String))}): find out who can write to the database, and compare with a back-up.`,
      ),
    );
  addFault('were changed past the portal', changed);
  addFault('are gone before their time', missing);
  addFault('were added past the portal', strange);
  if (brokenAt !== null) findings.push(faultFinding(`The chain of the audit does not hold from link ${brokenAt} on.`));
  if (isCut) findings.push(faultFinding('The end of the chain of the audit is gone, and entries with it.'));
  if (ofOtherKeys > 0)
    findings.push(
      hintFinding(`${ofOtherKeys} links of the audit's chain were made with another key, as before a restore.`),
    );
  return findings.length > 0 ? findings : [goodFinding(`All ${links} entries of the audit are as they were written.`)];
}
