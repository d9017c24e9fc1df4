package io.holdfast.server.terraform;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.query.ClaimAnswer;
import io.holdfast.server.text.JsonText;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/**
 * The claim on a state's resource, as Terraform is told about it.
 *
 * @param info its user data, or a description of a claim that the claims API created
 * @param byTerraform whether the user data are a LockInfo
 */
record Holder(ClaimAnswer claim, LockInfo info, boolean byTerraform) {

    static Holder of(ClaimAnswer claim) {
        LockInfo info = LockInfo.of(claim.data());
        return info == null
                ? new Holder(claim, description(claim), false)
                : new Holder(claim, info, true);
    }

    /** A client of the claims API may wait for the same resource and get it. */
    private static LockInfo description(ClaimAnswer claim) {
        long id = claim.state().id();
        String name = "claim-" + id;
        Instant created = Instant.ofEpochMilli(Math.max(0, claim.state().createdMillis()));
        StringBuilder json = new StringBuilder("{\"ID\":\"").append(name);
        json.append(
                "\",\"Operation\":\"claim\",\"Info\":\"held through the claims API\",\"Who\":\"");
        JsonText.escape(json, claim.creator());
        json.append("\",\"Version\":\"\",\"Created\":\"").append(created);
        json.append("\",\"Path\":\"\"}");
        byte[] bytes = json.toString().getBytes(StandardCharsets.UTF_8);
        return new LockInfo(name, claim.creator(), new Blob(bytes));
    }

    /**
     * Returns whether an unlock is the holder's own. The unlock of a run repeats its LockInfo;
     * {@code tofu force-unlock} sends the ID alone.
     */
    boolean isSame(LockInfo sent) {
        return byTerraform && info.id().equals(sent.id()) && info.who().equals(sent.who());
    }

    /** Returns the LockInfo as it was sent, with a newline. */
    byte[] json() {
        byte[] bytes = info.json().bytes();
        byte[] line = Arrays.copyOf(bytes, bytes.length + 1);
        line[bytes.length] = '\n';
        return line;
    }
}
