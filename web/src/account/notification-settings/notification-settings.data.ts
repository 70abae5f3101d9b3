import type { Call, Input, Output } from '@bilim/contract/call.ts';
import { notificationSettings } from '@bilim/contract/notification-settings.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import type { Failure } from '../../core/failure.ts';
import { queryClient, queryForCall } from '../../core/queryClient.ts';
import { session } from '../../core/session.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { showToast } from '../../kit/Toast.tsx';
import { type StoredNotificationSettings, subscribePush, unsubscribePush } from './device.ts';

const read = () => queryForCall('notification-settings', notificationSettings.settings, {});
const place = ['notification-settings', notificationSettings.settings.path, {}];

/** How the person is notified of what is new. Not `needed`: it is not asked for. */
export function useNotificationSettings(needed = true) {
  return useQuery({ ...read(), select: (rows) => rows[0] ?? null, enabled: needed });
}

/** A change that shows at once: the call that makes it, what it makes of the settings, and what takes it back. */
interface Change {
  readonly make: () => Promise<Output<typeof notificationSettings.settings>>;
  readonly to: (now: StoredNotificationSettings) => StoredNotificationSettings;
  readonly back: (now: StoredNotificationSettings) => StoredNotificationSettings;
}

const put = (change: (now: StoredNotificationSettings) => StoredNotificationSettings) =>
  queryClient.setQueryData<Output<typeof notificationSettings.settings>>(place, (rows) => rows?.map(change));

/** Changes of the settings, one after the other; what fails is taken back, and the person is shown the reason. */
function useChange() {
  const failureText = useFailureText();
  const mutationKey = ['notification-settings'];
  return useMutation<StoredNotificationSettings[], Failure, Change>({
    mutationKey,
    scope: { id: 'notification-settings' },
    mutationFn: ({ make }) => make(),
    onMutate: async ({ to }) => {
      put(to);
      // An answer under way is older than this.
      await queryClient.cancelQueries({ queryKey: place });
    },
    onError: (failure, { back }) => {
      put(back);
      showToast(failureText(failure));
    },
    onSuccess: (rows) => {
      // While more is on its way its boxes are ahead of this answer.
      if (queryClient.isMutating({ mutationKey }) === 1) queryClient.setQueryData(place, rows);
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1) void queryClient.invalidateQueries({ queryKey: place });
    },
  }).mutate;
}

const calling =
  <C extends Call & { readonly idempotent?: never }>(call: C, input: Input<C>) =>
  () =>
    callServer(call, input) as Promise<StoredNotificationSettings[]>;

type DeliverySettings = Pick<
  StoredNotificationSettings,
  'isOff' | 'mailAtOnce' | 'isOpen' | 'isQuiet' | 'quietFrom' | 'quietTo'
>;

/** The ways by which topics come. */
export type NotificationChannel = 'push' | 'mail';

/** What a person changes of how they are notified. */
export function useNotificationSettingMutations() {
  const change = useChange();
  const withTopic =
    (channel: NotificationChannel, topic: string, on: boolean) => (now: StoredNotificationSettings) => ({
      ...now,
      [channel]: [...now[channel].filter((one) => one !== topic), ...(on ? [topic] : [])],
    });
  return {
    choose: (channel: NotificationChannel, topic: string, on: boolean) =>
      change({
        make: calling(notificationSettings.choose, { topic, way: channel, on }),
        to: withTopic(channel, topic, on),
        back: withTopic(channel, topic, !on),
      }),
    set: <K extends keyof DeliverySettings>(name: K, value: DeliverySettings[K], before: DeliverySettings[K]) =>
      change({
        make: calling(notificationSettings.set, { [name]: value }),
        to: (now) => ({ ...now, [name]: value }),
        back: (now) => ({ ...now, [name]: before }),
      }),
    remove: (device: StoredNotificationSettings['devices'][number]) =>
      change({
        make: async () => {
          const rows = await callServer(notificationSettings.removeDevice, { id_device: device.id_device });
          const { user } = session.get();
          if (device.isThis && user) await unsubscribePush(user.uid);
          return rows;
        },
        to: (now) => ({ ...now, devices: now.devices.filter(({ id_device }) => id_device !== device.id_device) }),
        back: (now) => ({ ...now, devices: [...now.devices, device].sort((a, b) => b.id_device - a.id_device) }),
      }),
  };
}

/** Has the person be notified on this device; false: the browser did not allow it. */
export function useSubscribePush() {
  return useMutation<boolean, unknown, void>({
    mutationFn: async () => {
      const { user } = session.get();
      const rows = user && (await subscribePush(user.uid));
      if (rows) queryClient.setQueryData(place, rows);
      return Boolean(rows);
    },
  });
}
