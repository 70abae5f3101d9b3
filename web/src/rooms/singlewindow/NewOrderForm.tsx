import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { randomUuid } from '../../core/randomUuid.ts';
import { Button } from '../../kit/Button.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { Select } from '../../kit/Select.tsx';
import { LoadFailure } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './Orders.module.css';
import { useDistricts, useOrderChoices, useOrders, usePlaceOrder } from './singlewindow.data.ts';

/** What is chosen for an order, with the lists to choose from, and sending it. */
function useOrderForm(wanted: number | null, onDone: (() => void) | undefined) {
  const { t } = useTranslation('singlewindow');
  const [document, setDocument] = useState(wanted);
  /** Undefined: nothing was said yet. */
  const [place, setPlace] = useState<{ region: number | null; district: number | null }>();
  const [key, setKey] = useState(randomUuid);
  const { documents, regions } = useOrderChoices();
  const [last] = useOrders().data ?? [];
  const before = regions.data?.some((one) => one.id_oblast === last?.id_oblast) ? last : undefined;
  const { region, district } = place ?? { region: before?.id_oblast ?? null, district: before?.id_raion ?? null };
  const districts = useDistricts(region);
  const save = usePlaceOrder();

  /** Another choice is another order. */
  function change(set: () => void) {
    set();
    setKey(randomUuid());
    save.reset();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (document === null || region === null || district === null) return;
    save.mutate(
      { input: { id_okno_document: document, id_oblast: region, id_raion: district }, key },
      {
        onSuccess: () => {
          change(() => {
            setDocument(null);
            setPlace(undefined);
          });
          showToast(t('ordered'));
          onDone?.();
        },
      },
    );
  }
  return {
    ...{ document, region, district, documents, regions, districts, save, submit },
    chooseDocument: (id: number | null) => change(() => setDocument(id)),
    chooseRegion: (id: number | null) => change(() => setPlace({ region: id, district: null })),
    chooseDistrict: (id: number | null) => change(() => setPlace({ region, district: id })),
  };
}

/**
 * Document, region, district; the button waits until all are chosen (ORD-02). Who ordered before finds the region and
 * district of the last order. `wanted`: the document that is chosen at first.
 */
export function NewOrderForm({ wanted, onDone }: { wanted: number | null; onDone?: () => void }) {
  const { t } = useTranslation('singlewindow');
  const failureText = useFailureText();
  const connected = useAtom(isPortalReachable);
  const form = useOrderForm(wanted, onDone);
  const { document, region, district, documents, regions, districts, save } = form;
  const failed = [documents, regions, districts].find((list) => list.error && !list.data);
  const complete = document !== null && region !== null && district !== null;
  const wrong = save.error?.fields ?? {};
  if (failed?.error)
    return <LoadFailure small title={t('failedLists')} failure={failed.error} onRetry={() => void failed.refetch()} />;
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <Select
        label={t('document')}
        error={wrong.id_okno_document}
        choices={(documents.data ?? []).map((one) => ({ id: one.id_okno_document, name: one.okno_document }))}
        value={document}
        onChoose={form.chooseDocument}
      />
      <Select
        label={t('region')}
        error={wrong.id_oblast}
        choices={(regions.data ?? []).map((one) => ({ id: one.id_oblast, name: one.oblast }))}
        value={region}
        onChoose={form.chooseRegion}
      />
      <Select
        label={t('district')}
        error={wrong.id_raion}
        disabled={region === null}
        choices={(districts.data ?? []).map((one) => ({ id: one.id_raion, name: one.raion }))}
        value={district}
        onChoose={form.chooseDistrict}
      />
      {save.error && (
        <InlineAlert tone="bad">
          {save.error.status && save.error.status < 500 ? failureText(save.error) : t('failedSave')}
        </InlineAlert>
      )}
      <Button
        type="submit"
        look="primary"
        wide
        disabled={!complete || !connected}
        busy={save.isPending && t('ordering')}
      >
        {t('order')}
      </Button>
      {!complete && <p className={styles.help}>{t('fillAll')}</p>}
    </form>
  );
}
