package io.holdfast.server.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One setting. The flag is {@code --name}, the environment variable {@code HOLDFAST_X} (and
 * {@code DFLOCKD_X} if dflockd has it), the file entry {@code name: value}. Each part of the server
 * has its own list; {@link #all} joins them.
 */
public sealed interface Setting
        permits EdgeSetting,
                AuthSetting,
                OidcSetting,
                ProxySetting,
                GuardSetting,
                LogSetting,
                ClusterSetting,
                LocksSetting,
                ContractSetting,
                TenantSetting,
                TraceSetting {

    /**
     * The definition of a setting.
     *
     * @param original whether dflockd has it too
     * @param fallback the default; null if it depends on other settings
     */
    record Spec(
            String flagName,
            String environmentName,
            boolean original,
            SettingFormat form,
            @Nullable String fallback,
            String help) {}

    Spec spec();

    /** Returns every setting, in the order of the help. */
    static List<Setting> all() {
        List<Setting> all = new ArrayList<>();
        all.addAll(Arrays.asList(EdgeSetting.values()));
        all.addAll(Arrays.asList(AuthSetting.values()));
        all.addAll(Arrays.asList(OidcSetting.values()));
        all.addAll(Arrays.asList(ProxySetting.values()));
        all.addAll(Arrays.asList(GuardSetting.values()));
        all.addAll(Arrays.asList(LogSetting.values()));
        all.addAll(Arrays.asList(ClusterSetting.values()));
        all.addAll(Arrays.asList(LocksSetting.values()));
        all.addAll(Arrays.asList(ContractSetting.values()));
        all.addAll(Arrays.asList(TenantSetting.values()));
        all.addAll(Arrays.asList(TraceSetting.values()));
        return all;
    }

    /** Returns the setting of a flag, dashes included; null if it is unknown. */
    static @Nullable Setting ofFlag(String flag) {
        return flag.startsWith("--") ? ofName(flag.substring(2)) : null;
    }

    /** Returns the setting of a name in the file; null if it is unknown. */
    static @Nullable Setting ofName(String name) {
        for (Setting setting : all()) {
            if (setting.flagName().equals(name)) {
                return setting;
            }
        }
        return null;
    }

    /** Returns the name in the file; with two leading dashes, the flag. */
    default String flagName() {
        return spec().flagName();
    }

    /** Returns the environment variables, the one with precedence first. */
    default List<String> environmentNames() {
        String own = "HOLDFAST_" + spec().environmentName();
        return spec().original()
                ? List.of(own, "DFLOCKD_" + spec().environmentName())
                : List.of(own);
    }

    default SettingFormat form() {
        return spec().form();
    }

    default @Nullable String fallback() {
        return spec().fallback();
    }

    default String help() {
        return spec().help();
    }

    /** Returns whether the value must never be printed. */
    default boolean secret() {
        return this == AuthSetting.AUTH_TOKEN;
    }
}
