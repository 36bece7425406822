import { Button, Menu, TextInput } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconBookmark, IconBookmarkPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { DropdownMenu } from './dropdown-menu.tsx';
import { FormDialog } from './form-dialog.tsx';
import { notifyDone } from './notify.tsx';
import {
  type ReadFilters,
  readViews,
  type SavedView,
  viewName,
  viewOf,
  withoutView,
  withView,
} from './saved-views.logic.ts';

interface SavedViewsProps<Search extends object> {
  /** Which list, and whose views. */
  storageKey: string;
  /** The search of the URL. */
  search: object;
  readFilters: ReadFilters<Search>;
  onOpen: (filters: Search) => void;
}

/** DECISION 0183: filters that a user keeps under a name, in this browser. */
export const SavedViews = <Search extends object>(props: SavedViewsProps<Search>) => {
  const { storageKey, readFilters, onOpen } = props;
  const { t } = useTranslation();
  const [views, setViews] = useLocalStorage<SavedView<Search>[]>({
    key: storageKey,
    defaultValue: [],
    deserialize: (text) => readViews(text, readFilters),
    getInitialValueInEffect: false,
  });
  const [saving, save] = useDisclosure();
  const search = readFilters({ ...props.search });
  const open = viewOf(views, search);
  const filtered = Object.keys(search).length > 0;
  return (
    <>
      <DropdownMenu>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
            {t('components.views.label')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item
              key={view.name}
              {...(view === open && { 'aria-current': true, fw: 600 })}
              className="break-anywhere"
              onClick={() => onOpen(view.search)}
            >
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          {open ? (
            <Menu.Item
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => {
                setViews((present) => withoutView(present, open.name));
                notifyDone(t('components.views.deleted', { name: open.name }));
              }}
            >
              {t('components.views.delete', { name: open.name })}
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconBookmarkPlus size={16} aria-hidden />}
              disabled={!filtered}
              onClick={save.open}
            >
              {t(filtered ? 'components.views.save' : 'components.views.none')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </DropdownMenu>
      <FormDialog
        opened={saving}
        onClose={save.close}
        title={t('components.views.title')}
        action={t('components.views.action')}
        operation={{
          schema: z.object({ name: viewName }),
          initialValues: { name: '' },
          submit: async ({ name }) => {
            setViews((present) => withView(present, { name, search }));
            notifyDone(t('components.views.saved', { name }));
            save.close();
          },
        }}
      >
        {(form) => (
          <TextInput
            label={t('components.views.name')}
            description={t('components.views.hint')}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
        )}
      </FormDialog>
    </>
  );
};
